# Set-up shared by test/demo, test/check, test/clients/run and test/bench/run, and in part by test/lint, test/matrix,
# test/checked and test/package; sourced, never run.
#
# begin      a work folder that goes away with the script, whatever ends it
# setup      installs what is missing, builds a copy of the tree, installs the extension
# server     starts a throwaway server on a socket in the work folder
# as_user    runs a command as the ordinary user that owns the build and the server
#
# PG_CONFIG=/path/to/pg_config chooses the PostgreSQL to build for and to start.
# COPT=FLAGS are further flags for the compiler, TEMP_CONFIG=FILE further settings for every
# server, and POSTGRES=FILE a program to start in place of `postgres`, which it then starts.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=test/${0##*/}

step() { printf '\n== %s\n' "$*"; }
die() {
    printf '%s: %s\n' "$program" "$*" >&2
    exit 1
}

# Everything of a run lies in one folder, whose path is short enough for a socket.
begin() {
    set -euo pipefail
    work=$(mktemp -d /tmp/ulid.XXXXXX)
    trap end EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    mkdir "$work/log"
}

end() {
    local status=$?
    trap '' INT TERM HUP
    [ -z "${running:-}" ] || { kill -KILL "$running" && wait "$running"; } 2>/dev/null || true # see inside, test/chroot.sh
    [ ! -e "${no_cluster:-}" ] || as_root rm -f "$no_cluster"
    [ ! -e "$work/data/postmaster.pid" ] || as_user "$bindir/pg_ctl" -D "$work/data" -m immediate -s stop || true
    rm -rf "$work"
    exit "$status"
}

# A step's output goes to a log, and is shown only if the step fails.
logged() {
    local name=$1
    shift
    "$@" >"$work/log/$name" 2>&1 </dev/null || {
        tail -n 40 "$work/log/$name" >&2
        die "$name failed: $*"
    }
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# PostgreSQL refuses to run as root.
as_user() {
    if [ "$(id -u)" = 0 ]; then
        (cd "$work" && runuser -u "$user" -- env HOME="$work" USER="$user" LOGNAME="$user" "$@")
    else
        "$@"
    fi
}

# The newest PostgreSQL that extensions can be built for, or nothing.
find_pg_config() {
    if [ -n "${PG_CONFIG:-}" ]; then
        echo "$PG_CONFIG"
    elif [ -d /usr/lib/postgresql ]; then
        local candidate
        for candidate in $(printf '%s\n' /usr/lib/postgresql/*/bin/pg_config | sort -rV); do
            [ -e "$(dirname "$candidate")/initdb" ] && [ -e "$("$candidate" --pgxs 2>/dev/null)" ] || continue
            echo "$candidate"
            return
        done
    else
        command -v pg_config || true
    fi
}

# Whether everything is there that a run needs.
complete() {
    pg_config=$(find_pg_config)
    [ -n "$pg_config" ] && [ -e "$("$pg_config" --pgxs)" ] || return 1
    bindir=$("$pg_config" --bindir)
    local tool
    for tool in make g++ pg_prove nm "$bindir/initdb" "$bindir/psql"; do
        command -v "$tool" >/dev/null || return 1
    done
    [ -e "$("$pg_config" --sharedir)/extension/pgtap.control" ] || return 1
    [ -e /usr/include/gtest/gtest.h ] || [ -e /usr/local/include/gtest/gtest.h ] || return 1
    perl -MIPC::Run -e 1 2>/dev/null || return 1
}

install_needed() {
    command -v apt-get >/dev/null ||
        die "missing: make, g++, PostgreSQL (server, headers, contrib), pgTAP, pg_prove, IPC::Run for Perl, GoogleTest; install them, or set PG_CONFIG"
    update_packages
    local major
    if [ -n "${PG_CONFIG:-}" ]; then
        major=$("$PG_CONFIG" --version | grep -oE '[0-9]+' | head -1)
    else
        major=$(apt-cache show --no-all-versions postgresql | sed -n 's/^Version: \([0-9]*\)+.*/\1/p')
    fi
    [ -n "$major" ] || die "apt knows no package postgresql"
    install_packages make g++ "postgresql-$major" "postgresql-server-dev-$major" "postgresql-$major-pgtap" \
        libtap-parser-sourcehandler-pgtap-perl libipc-run-perl libgtest-dev
}

update_packages() {
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null || die "packages are missing, and there is no sudo to install them"
    step "Install packages (Debian)"
    logged apt-update as_root apt-get update -q
}

install_packages() {
    echo "$@"
    # The server's package makes and starts a cluster of its own when it first comes; none is wanted here.
    no_cluster=/etc/postgresql-common/createcluster.d/ulid-test-$$.conf
    as_root mkdir -p "${no_cluster%/*}"
    echo "create_main_cluster = false" | as_root tee "$no_cluster" >/dev/null
    local status=0
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" \
        >"$work/log/apt-install" 2>&1 </dev/null || status=$?
    as_root rm -f "$no_cluster"
    [ "$status" = 0 ] || {
        tail -n 20 "$work/log/apt-install" >&2
        die "apt-get install failed"
    }
}

# Packages that only some tests need: installs them if it can. The caller looks whether it helped.
install_more() {
    command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; } || return 0
    as_root apt-get update -q >/dev/null 2>&1 </dev/null || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" \
        >"$work/log/apt-more" 2>&1 </dev/null || tail -n 3 "$work/log/apt-more" >&2
}

# Whether clang is there with libFuzzer and the reports of coverage, after trying to install them.
can_fuzz() {
    echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long) { return 0; }' |
        clang++ -x c++ -fsanitize=fuzzer,address - -o "$work/probe" >/dev/null 2>&1 &&
        command -v llvm-cov >/dev/null && command -v llvm-profdata >/dev/null
}
need_clang() {
    can_fuzz || {
        install_more clang llvm
        local major
        major=$(clang --version 2>/dev/null | sed -n 's/.*clang version \([0-9]*\).*/\1/p')
        install_more "libclang-rt-${major:-14}-dev"
        can_fuzz
    }
}

# Whether the tools of test/lint are there, after trying to install them.
can_lint() { command -v clang-format && command -v clang-tidy && command -v cppcheck; } >/dev/null
need_linters() {
    can_lint || {
        install_more clang-format clang-tidy cppcheck
        can_lint
    }
}

# This tree as a tar archive, less what is built.
tree() { tar -C "$root" --exclude=./.git --exclude='*.o' --exclude='*.bc' --exclude='*.so' --exclude=./test/unit/unit --exclude=./results --exclude='./ulid-*.zip' -cf - .; }

setup() {
    complete || {
        install_needed
        complete || die "still incomplete after installing packages"
    }
    sharedir=$("$pg_config" --sharedir)

    user=$(id -un)
    if [ "$user" = root ]; then
        user=postgres
        id "$user" >/dev/null 2>&1 || user=nobody
    fi

    step "Build for $("$pg_config" --version)"
    source=$work/source
    mkdir "$source"
    tree | tar -C "$source" -xf -
    [ "$(id -u)" != 0 ] || chown -R "$user" "$work"
    logged build as_user make -C "$source" -j"$(nproc)" PG_CONFIG="$pg_config"
    [ "$(id -u)" != 0 ] && echo "(sudo make install)"
    logged install as_root make -C "$source" install PG_CONFIG="$pg_config"
}

# Settings: further lines for postgresql.conf.
server() {
    step "Start a throwaway server"
    logged initdb as_user "$bindir/initdb" -D "$work/data" -U postgres -A trust -E UTF8 --no-locale -N
    {
        echo "listen_addresses = ''"
        echo "port = ${port:-5432}"
        echo "unix_socket_directories = '$work'"
        echo "fsync = off"
        printf '%s\n' "$@"
        [ -z "${TEMP_CONFIG:-}" ] || cat "$TEMP_CONFIG"
    } >>"$work/data/postgresql.conf"
    export PGHOST=$work PGUSER=postgres PGPORT=${port:-5432} PGDATABASE=postgres PGTZ=UTC
    unset PGHOSTADDR PGSERVICE PGSERVICEFILE PGOPTIONS PGPASSFILE PGSSLMODE PGDATESTYLE
    logged start as_user "$bindir/pg_ctl" -D "$work/data" -l "$work/log/server" -t 600 -w -s ${POSTGRES:+-p "$POSTGRES"} start
    echo "$("$bindir/psql" -XAtc 'SHOW server_version'), socket in $work"
}
