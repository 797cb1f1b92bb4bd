// Where the shared state lies: from PostgreSQL 17 on in a segment that the first session to ask for it makes,
// before in memory that the postmaster sets aside if it loads the library.
#include "shared.hpp"

#include <new>

#include "error.hpp"

namespace {

// The number is that of the layout: another one needs another name.
constexpr const char *name = "ulid shared monotonic 1";

ulid::SharedMonotonic *state = nullptr;

void fill(void *memory) {
    // cppcheck-suppress legacyUninitvar ; it does not know this form of new
    auto *const fresh = new (memory) ulid::SharedMonotonic{};
    SpinLockInit(&fresh->lock);
}

#if !ULID_NAMED_SHARED_MEMORY

shmem_startup_hook_type next_startup_hook = nullptr;

void startup() {
    if (next_startup_hook != nullptr) next_startup_hook();
    bool found;
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    void *const memory = ShmemInitStruct(name, sizeof(ulid::SharedMonotonic), &found);
    if (!found) fill(memory);
    LWLockRelease(AddinShmemInitLock);
    state = static_cast<ulid::SharedMonotonic *>(memory);
}

#if ULID_SHMEM_REQUEST_HOOK
shmem_request_hook_type next_request_hook = nullptr;

void request() {
    if (next_request_hook != nullptr) next_request_hook();
    RequestAddinShmemSpace(sizeof(ulid::SharedMonotonic));
}
#endif

#endif

}  // namespace

ulid::SharedMonotonic *ulid::shared_monotonic() {
    if (likely(state != nullptr)) return state;
#if ULID_NAMED_SHARED_MEMORY
    state = static_cast<SharedMonotonic *>(named_shared_memory<fill>(name, sizeof(SharedMonotonic)));
#else
    refuse_without_shared_memory();
#endif
    return state;
}

extern "C" {

PGDLLEXPORT void _PG_init(void);

void _PG_init(void) {
#if !ULID_NAMED_SHARED_MEMORY
    if (!process_shared_preload_libraries_in_progress) return;
#if ULID_SHMEM_REQUEST_HOOK
    next_request_hook = shmem_request_hook;
    shmem_request_hook = request;
#else
    RequestAddinShmemSpace(sizeof(ulid::SharedMonotonic));
#endif
    next_startup_hook = shmem_startup_hook;
    shmem_startup_hook = startup;
#endif
}
}
