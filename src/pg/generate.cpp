// The generators: where the core meets the clock and the source of randomness.
//
// Flow: [clock + entropy] -> generator -> 16 bytes.
#include <ctime>

#include "../core/generator.hpp"
#include "../core/pool.hpp"
#include "error.hpp"
#include "pg.hpp"
#include "shared.hpp"
#include "time.hpp"

namespace {

// One page of randomness a backend, and the last values this session made. Neither is
// touched before the backend has forked, even if the library is preloaded.
ulid::Pool<4096> pool;
ulid::MonotonicGenerator monotonic;
ulid::OrderedGenerator ordered;

void fill(unsigned char *bytes, std::size_t count) {
    if (!pg_strong_random(bytes, count)) ulid::refuse_entropy();
}

// MyProcPid is set anew after every fork, and costs no system call.
ulid::Randomness fresh_randomness() { return pool.take(MyProcPid, fill); }

// The wall clock at one moment.
struct Now {
    std::uint64_t milliseconds;  // since 1970
    long nanoseconds;            // since the start of the second
};

Now read_clock() {
    timespec clock;
    clock_gettime(CLOCK_REALTIME, &clock);
    const ulid::Result<std::uint64_t> milliseconds = ulid::time::to_milliseconds(clock.tv_sec, clock.tv_nsec);
    if (unlikely(milliseconds.error != ulid::Error::none)) ulid::refuse_clock();
    return {milliseconds.value, clock.tv_nsec};
}

}  // namespace

extern "C" {

PG_FUNCTION_INFO_V1(gen_ulid);
PG_FUNCTION_INFO_V1(gen_ulid_timestamptz);
PG_FUNCTION_INFO_V1(gen_monotonic_ulid);
PG_FUNCTION_INFO_V1(gen_ordered_ulid);
PG_FUNCTION_INFO_V1(gen_shared_monotonic_ulid);
PG_FUNCTION_INFO_V1(ulid_next);

Datum gen_ulid(PG_FUNCTION_ARGS) {
    PG_RETURN_ULID(ulid::make_ulid(read_clock().milliseconds, fresh_randomness()));
}

Datum gen_ulid_timestamptz(PG_FUNCTION_ARGS) {
    const std::uint64_t milliseconds = ulid::milliseconds_of(PG_GETARG_TIMESTAMPTZ(0));
    PG_RETURN_ULID(ulid::make_ulid(milliseconds, fresh_randomness()));
}

Datum gen_monotonic_ulid(PG_FUNCTION_ARGS) {
    const ulid::Result<ulid::Ulid> next = monotonic.next(read_clock().milliseconds, fresh_randomness);
    if (unlikely(next.error != ulid::Error::none)) ulid::refuse_exhausted();
    PG_RETURN_ULID(next.value);
}

Datum gen_ordered_ulid(PG_FUNCTION_ARGS) {
    const Now now = read_clock();
    const std::uint16_t fraction = ulid::time::to_fraction(now.nanoseconds);
    const ulid::Result<ulid::Ulid> next = ordered.next(now.milliseconds, fraction, fresh_randomness);
    if (unlikely(next.error != ulid::Error::none)) ulid::refuse_exhausted();
    PG_RETURN_ULID(next.value);
}

// Clock and randomness are read before the lock is taken. A session that read the clock before another, and
// gets the lock after it, is one whose clock stepped back.
Datum gen_shared_monotonic_ulid(PG_FUNCTION_ARGS) {
    ulid::SharedMonotonic *const shared = ulid::shared_monotonic();
    const std::uint64_t milliseconds = read_clock().milliseconds;
    const ulid::Randomness randomness = fresh_randomness();

    SpinLockAcquire(&shared->lock);
    const ulid::Result<ulid::Ulid> next = shared->generator.next(milliseconds, [=] { return randomness; });
    SpinLockRelease(&shared->lock);

    if (unlikely(next.error != ulid::Error::none)) ulid::refuse_exhausted();
    PG_RETURN_ULID(next.value);
}

Datum ulid_next(PG_FUNCTION_ARGS) {
    const ulid::Ulid value = PG_GETARG_ULID(0);
    if (unlikely(value == ulid::max_ulid)) ulid::refuse_successor();
    PG_RETURN_ULID(ulid::successor(value));
}
}
