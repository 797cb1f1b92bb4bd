// What makes the shared library a module of PostgreSQL.
#include "pg.hpp"

extern "C" {

#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(.name = "ulid", .version = ULID_VERSION);
#else
PG_MODULE_MAGIC;
#endif
}
