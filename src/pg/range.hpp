// A tstzrange as a Datum -> the values made in it.
#pragma once

#include "../core/range.hpp"
#include "pg.hpp"

namespace [[gnu::visibility("hidden")]] ulid {

inline range::Span span_of(TypeCacheEntry *type, const RangeType *input) {
    RangeBound lower;
    RangeBound upper;
    bool empty;
    range_deserialize(type, input, &lower, &upper, &empty);
    if (empty) return range::empty_span;
    return range::span({DatumGetTimestampTz(lower.val), lower.infinite, lower.inclusive},
                       {DatumGetTimestampTz(upper.val), upper.infinite, upper.inclusive});
}

}  // namespace ulid
