// Hash support: equal to uuid's for the same bytes, so that the two types may
// meet in one hash join and be partitioned alike.
//
// Flow: 16 bytes -> [hash] -> hash index, hash join, hash partition, bloom.
#include "pg.hpp"

extern "C" {

PG_FUNCTION_INFO_V1(ulid_hash);
PG_FUNCTION_INFO_V1(ulid_hash_extended);

Datum ulid_hash(PG_FUNCTION_ARGS) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(PG_GETARG_POINTER(0));
    return hash_any(bytes, ulid::value_size);
}

Datum ulid_hash_extended(PG_FUNCTION_ARGS) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(PG_GETARG_POINTER(0));
    return hash_any_extended(bytes, ulid::value_size, static_cast<uint64>(PG_GETARG_INT64(1)));
}
}
