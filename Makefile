# The ulid extension, built by PostgreSQL's PGXS. `make help` lists the targets.
#
# PG_CONFIG=/path/to/pg_config chooses the server; META.json is the only source of the version.

EXTENSION  = ulid
EXTVERSION := $(shell sed -n 's/^  "version": "\(.*\)",/\1/p' META.json)
MODULE_big = ulid
OBJS       = $(patsubst %.cpp,%.o,$(sort $(wildcard src/pg/*.cpp)))
DATA       = $(wildcard sql/ulid--*.sql)

REGRESS      = $(sort $(patsubst test/sql/%.sql,%,$(wildcard test/sql/*.sql)))
REGRESS_OPTS = --inputdir=test --load-extension=ulid

# Nothing can throw, so the library needs libc only. PostgreSQL's headers use `register`. A value of two words
# stays in registers: packed into a vector it would go through memory, which costs a third of a call. A call into the
# server takes no detour by the procedure linkage table.
cxx_rules   = -std=c++17 -Wno-register -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-tree-slp-vectorize -fno-plt
unit_flags  = -std=c++17 -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror -DVECTORS='"$(CURDIR)/test/vectors"'
cxx_flags   = $(cxx_rules) -Wall -Wextra -Wno-unused-parameter -DULID_VERSION='"$(EXTVERSION)"'
PG_CXXFLAGS = $(cxx_flags) $(COPT) # which PGXS itself gives to C only

EXTRA_CLEAN = test/unit/unit

# PGXS has a `check` of its own, which says that there is none.
ifeq ($(MAKECMDGOALS),check)
check: ; test/check
else

PG_CONFIG ?= pg_config
PGXS := $(shell $(PG_CONFIG) --pgxs)
include $(PGXS)

# The rule for bitcode does not see PG_CXXFLAGS.
BITCODE_CXXFLAGS += $(cxx_flags)

headers = $(wildcard src/core/*.hpp src/pg/*.hpp)
$(OBJS) $(OBJS:.o=.bc): $(headers) META.json

# How clangd and clang-tidy are to read each file: without the options of the server's own compiler, which clang
# need not know.
quote   := "
compile  = {"directory": "$(CURDIR)", "file": "$1", "command": "$(subst $(quote),\$(quote),c++ $2 -c $1)"}
compiles = $(foreach file,$(wildcard src/pg/*.cpp),$(call compile,$(file),$(cxx_flags) $(CPPFLAGS))) \
           $(foreach file,$(wildcard test/unit/*.cpp test/fuzz/*.cpp),$(call compile,$(file),$(unit_flags)))
comma   := ,

.PHONY: help unit fuzz bench demo format lint symbols matrix checked dist package compile_commands.json

help:
	@echo 'all install installcheck   build, install, pg_regress (PostgreSQL conventions)'
	@echo 'unit                       GoogleTest on src/core; no PostgreSQL needed'
	@echo 'fuzz                       test/fuzz/run 60: libFuzzer on src/core; no PostgreSQL needed'
	@echo 'symbols                    the library needs libc only and exports entry points only'
	@echo 'check demo                 test/check and test/demo, as in the README'
	@echo 'matrix                     test/matrix: PostgreSQL 15, 17, 18 and 19 in a chroot'
	@echo 'checked                    test/checked: assertions, valgrind, ASan and UBSan'
	@echo 'bench                      test/bench/run'
	@echo 'dist                       ulid-VERSION.zip for PGXN, of the last commit'
	@echo 'package                    test/package: Debian packages for PostgreSQL 15, 17 and 18, in chroots (root)'
	@echo 'format                     clang-format over src and test'
	@echo 'lint                       test/lint: clang-format, clang-tidy, cppcheck'
	@echo 'compile_commands.json      for clangd: how each file of src/pg, test/unit and test/fuzz is compiled'

fuzz:
	test/fuzz/run 60

unit: test/unit/unit
	test/unit/unit --gtest_brief=1

test/unit/unit: $(wildcard test/unit/*.cpp test/unit/*.hpp) $(headers)
	$(CXX) $(unit_flags) -O1 -g $(filter %.cpp,$^) -lgtest -lgtest_main -pthread -o $@

symbols: ulid.so
	test/symbols ulid.so

demo:
	test/demo

matrix:
	test/matrix

checked:
	test/checked

bench:
	test/bench/run

distname = $(EXTENSION)-$(EXTVERSION)
ARCHIVE ?= $(distname).zip
dist:
	git archive --format=zip --prefix=$(distname)/ --output=$(ARCHIVE) HEAD

package:
	test/package

format:
	clang-format -i src/*/*.[ch]pp test/*/*.[ch]pp

lint:
	test/lint

compile_commands.json:
	@: $(file >$@,[$(subst } {,}$(comma) {,$(strip $(compiles)))])

endif
