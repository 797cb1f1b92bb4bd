// Support functions of the btree operator class.
//
// Flow: 16 bytes -> compare -> [btree] -> index, sort, merge join.
#include "pg.hpp"

namespace {

// uuid's rule: when fewer than 1 in 2000 abbreviated keys differ, comparing them is a waste.
struct AbbreviationState {
    int64 input_count;  // values seen
    bool estimating;    // whether the number of distinct keys is still being estimated
    hyperLogLogState distinct;
};

constexpr int64 first_verdict = 10000;       // values before the first look
constexpr double clearly_distinct = 100000;  // distinct keys after which nobody looks again

int compare_values(Datum a, Datum b, SortSupport /*sort*/) {
    return ulid::compare(ulid::from_datum(a), ulid::from_datum(b));
}

// The high word, as an unsigned Datum: the timestamp and 16 bits of the randomness.
Datum abbreviate(Datum original, SortSupport sort) {
    auto *state = static_cast<AbbreviationState *>(sort->ssup_extra);
    const ulid::Ulid value = ulid::from_datum(original);
    const auto key = static_cast<Datum>(value.high >> (64 - 8 * sizeof(Datum)));

    ++state->input_count;
    if (state->estimating)
        addHyperLogLog(&state->distinct, DatumGetUInt32(hash_uint32(static_cast<uint32>(value.high) ^
                                                                    static_cast<uint32>(value.high >> 32))));
    return key;
}

bool abort_abbreviation(int tuple_count, SortSupport sort) {
    auto *state = static_cast<AbbreviationState *>(sort->ssup_extra);
    if (tuple_count < first_verdict || state->input_count < first_verdict || !state->estimating) return false;

    const double distinct = estimateHyperLogLog(&state->distinct);
    if (distinct > clearly_distinct) {
        state->estimating = false;
        return false;
    }
    return distinct < static_cast<double>(state->input_count) / 2000.0 + 0.5;
}

}  // namespace

extern "C" {

PG_FUNCTION_INFO_V1(ulid_cmp);
PG_FUNCTION_INFO_V1(ulid_sortsupport);

Datum ulid_cmp(PG_FUNCTION_ARGS) { PG_RETURN_INT32(ulid::compare(PG_GETARG_ULID(0), PG_GETARG_ULID(1))); }

// The server's specialised sorts know ssup_datum_unsigned_cmp by its address; any other
// comparator of the same meaning would be several times slower.
Datum ulid_sortsupport(PG_FUNCTION_ARGS) {
    auto *sort = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
    sort->comparator = compare_values;
    sort->ssup_extra = nullptr;

    if (sort->abbreviate) {
        auto *state =
            static_cast<AbbreviationState *>(MemoryContextAlloc(sort->ssup_cxt, sizeof(AbbreviationState)));
        state->input_count = 0;
        state->estimating = true;
        auto *const caller = MemoryContextSwitchTo(sort->ssup_cxt);
        initHyperLogLog(&state->distinct, 10);
        MemoryContextSwitchTo(caller);

        sort->ssup_extra = state;
        sort->comparator = ssup_datum_unsigned_cmp;
        sort->abbrev_converter = abbreviate;
        sort->abbrev_abort = abort_abbreviation;
        sort->abbrev_full_comparator = compare_values;
    }
    PG_RETURN_VOID();
}
}
