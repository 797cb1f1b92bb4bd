// PostgreSQL's headers, the borders between its versions, and a ulid as a Datum.
//
// This is the only file that includes postgres.h and asks PG_VERSION_NUM.
//
// Between PostgreSQL's longjmp and C++'s own rules there is one rule: nothing
// can throw and nothing needs a destructor. Entry points are extern "C"; their
// locals are trivially destructible, so that an ereport may jump over them.
#pragma once

extern "C" {
#include "postgres.h"

#include "access/htup_details.h"
#include "access/stratnum.h"
#include "access/sysattr.h"
#include "catalog/pg_class.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "fmgr.h"
#include "lib/hyperloglog.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/pathnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/optimizer.h"
#include "parser/parsetree.h"
#include "storage/ipc.h"
#include "storage/shmem.h"
#include "storage/spin.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rangetypes.h"
#include "utils/selfuncs.h"
#include "utils/sortsupport.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"

#if PG_VERSION_NUM < 170000
#include "storage/lwlock.h"
#else
#include "storage/dsm_registry.h"
#endif

#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#include "varatt.h"
#endif
}

#include "../core/ulid.hpp"

#if PG_VERSION_NUM < 140000
#error "the ulid extension needs PostgreSQL 14 or later"
#endif

// The server's sorts look for this comparator by its address from 15 on.
#if PG_VERSION_NUM < 150000
inline int ssup_datum_unsigned_cmp(Datum a, Datum b, SortSupport) { return (a > b) - (a < b); }
#endif

// Soft errors came with 16; before, every error is a hard one.
#if PG_VERSION_NUM < 160000
#define errsave(context, ...)        \
    do {                             \
        (void)(context);             \
        ereport(ERROR, __VA_ARGS__); \
    } while (0)
#endif

// Shared memory that a backend asks for by name came with 17; before, only the postmaster can set
// some aside, for a library in shared_preload_libraries. 15 wants the request made in a hook.
#if PG_VERSION_NUM >= 170000
#define ULID_NAMED_SHARED_MEMORY 1
#else
#define ULID_NAMED_SHARED_MEMORY 0
#endif
#if PG_VERSION_NUM >= 150000
#define ULID_SHMEM_REQUEST_HOOK 1
#else
#define ULID_SHMEM_REQUEST_HOOK 0
#endif

namespace [[gnu::visibility("hidden")]] ulid {

#if ULID_NAMED_SHARED_MEMORY
// The segment of that name in the server; the first backend that asks makes it, and `fill` fills it in.
template <void (*fill)(void *)>
void *named_shared_memory(const char *name, std::size_t size) {
    bool found;
#if PG_VERSION_NUM >= 190000
    const auto callback = [](void *memory, void *) { fill(memory); };
    return GetNamedDSMSegment(name, size, callback, &found, nullptr);
#else
    return GetNamedDSMSegment(name, size, fill, &found);
#endif
}
#endif

inline Ulid from_datum(Datum datum) {
    return load(reinterpret_cast<const unsigned char *>(DatumGetPointer(datum)));
}

// Allocates value_size bytes in the current memory context.
inline Datum to_datum(Ulid value) {
    auto *bytes = static_cast<unsigned char *>(palloc(value_size));
    store(value, bytes);
    return PointerGetDatum(bytes);
}

// The 16 bytes as a bytea, which is also what goes over the wire.
inline bytea *to_bytea(Ulid value) {
    auto *const output = static_cast<bytea *>(palloc(VARHDRSZ + value_size));
    SET_VARSIZE(output, VARHDRSZ + value_size);
    store(value, reinterpret_cast<unsigned char *>(VARDATA(output)));
    return output;
}

}  // namespace ulid

#define PG_GETARG_ULID(n) ulid::from_datum(PG_GETARG_DATUM(n))
#define PG_RETURN_ULID(x) return ulid::to_datum(x)
