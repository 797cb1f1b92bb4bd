// The state that all sessions of a server share.
#pragma once

#include "../core/generator.hpp"
#include "pg.hpp"

namespace [[gnu::visibility("hidden")]] ulid {

// What is done under the lock is straight code: no call that can raise an error, none into the server.
struct SharedMonotonic {
    slock_t lock;
    MonotonicGenerator generator;
};

// The one of this server, which starts empty with the server. Raises 55000 where there is none: before
// PostgreSQL 17, unless the library is in shared_preload_libraries.
SharedMonotonic *shared_monotonic();

}  // namespace ulid
