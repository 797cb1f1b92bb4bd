# The Debian chroot where test/matrix and test/checked find several PostgreSQLs side by side;
# sourced after test/lib.sh, never run.
#
# open_chroot   makes the chroot, unless an earlier run did, and copies this tree into it
# inside        runs a command as root in it
# skip          ends the script, loudly and with success, where nothing can be tested
#
# The chroot is kept in ULID_CACHE (/var/cache/ulid), and made anew when the recipe below changes;
# to have newer packages, remove that folder. The mirrors are those of this machine's own apt,
# or DEBIAN_MIRROR and DEBIAN_SECURITY_MIRROR.

cache=${ULID_CACHE:-/var/cache/ulid}

# PostgreSQL by suite. 19 is a release candidate, and needs a libpq that is as new; 14 and 16 have
# no packages. A first argument `stable` takes what does not depend on the state of sid.
recipe() {
    majors="15 17"
    suites="trixie bookworm"
    packages="make g++ g++-12 clang-14 clang-19 postgresql-15 postgresql-server-dev-15 postgresql-15-pgtap
        postgresql-17 postgresql-server-dev-17 postgresql-17-pgtap
        libtap-parser-sourcehandler-pgtap-perl libipc-run-perl libgtest-dev valgrind libc6-dbg
        bison flex bzip2"
    pins=
    if [ "$1" = sid ]; then
        majors="15 17 18 19"
        suites="sid experimental trixie bookworm"
        packages="$packages clang-21 postgresql-18 postgresql-server-dev-18 postgresql-18-pgtap postgresql-18-jit
            postgresql-19 postgresql-server-dev-19"
        pins="
            Package: libpq5 libpq-dev
            Pin: release a=experimental
            Pin-Priority: 700

            Package: *
            Pin: release n=sid
            Pin-Priority: 600

            Package: *
            Pin: release a=experimental
            Pin-Priority: 100"
    fi
}

skip() {
    printf '\n%s: SKIPPED, nothing was tested: %s\n' "$program" "$*"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}

# The address from which this machine's apt takes the suites that fit the pattern.
mirror() {
    apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' 'Component: main' |
        awk -v suite="$1" '$1 ~ suite { print $2; exit }'
}

debian_suites='^(oldoldstable|oldstable|stable|testing|unstable|sid|bullseye|bookworm|trixie|forky|duke)$'

# Whether a log of apt tells of a mirror that does not answer, or is in the middle of an update.
mirror_down() {
    grep -qE 'Failed to fetch|Could not (connect|resolve|handshake)|Unable to connect|Temporary failure' "$1" ||
        grep -qE 'Connection (refused|timed out|failed)|does not have a Release file' "$1"
}

# Makes a chroot of the recipe that `recipe` has just set, in the folder $1.
bootstrap() {
    local folder=$1 sources=() suite
    for suite in $suites; do sources+=("deb $archive $suite main"); done
    [ -z "$security" ] || sources+=("deb $security bookworm-security main")
    [ "${suites%% *}" != sid ] || sources+=("deb-src $archive sid main")

    mkdir -p "$cache" "$work/hook"
    printf '%s\n' "$pins" | sed 's/^ *//' >"$work/hook/pins"
    cat >"$work/hook/setup" <<-'end'
		mkdir -p "$1/etc/apt/preferences.d" "$1/etc/postgresql-common/createcluster.d"
		cp "${0%/*}/pins" "$1/etc/apt/preferences.d/pins"
		echo "create_main_cluster = false" >"$1/etc/postgresql-common/createcluster.d/none.conf"
	end
    # pgTAP has no package for 19; the files of 18 serve. The sources are for test/checked.
    cat >"$work/hook/customize" <<-'end'
		set -e
		cd "$1/usr/share/postgresql"
		[ ! -d 19 ] || cp 18/extension/pgtap* 19/extension/
		[ ! -d 18 ] || chroot "$1" sh -c 'mkdir /opt/source && cd /opt/source && apt-get source -q --download-only postgresql-18'
	end
    rm -rf --one-file-system "$cache"/chroot.*
    contained --mount-proc mmdebstrap --variant=apt --aptopt='Acquire::Check-Valid-Until "false"' --aptopt='APT::Install-Recommends "false"' \
        --aptopt='APT::Sandbox::User "root"' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' \
        --setup-hook="sh $work/hook/setup \"\$1\"" --customize-hook="sh $work/hook/customize \"\$1\"" \
        --include="$(echo $packages)" "${suites%% *}" "$folder.new" "${sources[@]}" \
        >"$work/log/bootstrap" 2>&1 </dev/null || return 1
    mv "$folder.new" "$folder"
}

# Sets `chroot` to a folder of the cache, and `majors` to what is in it.
find_chroot() {
    local release
    for release in sid stable; do
        recipe $release
        chroot=$cache/chroot.$release.$(declare -f recipe bootstrap | sha256sum | cut -c1-16)
        # Another try at sid is due the day after it failed.
        [ -d "$chroot" ] && { [ $release = sid ] || [ -n "$(find "$chroot" -maxdepth 0 -mtime -1)" ]; } && return
    done
    return 1
}

open_chroot() {
    [ "$(id -u)" = 0 ] || die "a chroot needs root: sudo $program"
    command -v apt-get >/dev/null || die "needs Debian's apt and mmdebstrap"
    mkdir -p "$cache"
    exec 9>"$cache/lock"
    flock -n 9 || { echo "(waiting for another run to end)"; flock 9; }

    find_chroot || {
        archive=${DEBIAN_MIRROR:-$(mirror "$debian_suites")}
        security=${DEBIAN_SECURITY_MIRROR:-$(mirror '^[a-z]+-security$')}
        [ -n "$archive" ] || skip "apt's configuration names no mirror of Debian; set DEBIAN_MIRROR"
        command -v mmdebstrap >/dev/null || {
            (update_packages && install_packages mmdebstrap) ||
                skip "no mmdebstrap, and it could not be installed"
        }
        step "Make a Debian chroot, once (about two minutes, 4 GB)"
        local release made=
        for release in sid stable; do
            recipe $release
            chroot=$cache/chroot.$release.$(declare -f recipe bootstrap | sha256sum | cut -c1-16)
            bootstrap "$chroot" && made=yes && break
            tail -n 20 "$work/log/bootstrap" >&2
            ! mirror_down "$work/log/bootstrap" || skip "a mirror of Debian does not answer"
            echo "$program: no chroot of $release" >&2
        done
        [ -n "$made" ] || die "the chroot could not be made"
    }
    echo "$chroot, of $(date -r "$chroot" +%F)"

    # What an earlier run installed may be of another version of this tree.
    rm -rf "$chroot"/usr/share/postgresql/*/extension/ulid* "$chroot"/usr/lib/postgresql/*/lib/ulid* \
        "$chroot"/usr/lib/postgresql/*/lib/bitcode/ulid*
    mkdir -m 1777 "$work/tmp"
    mkdir "$work/tmp/source"
    tree | tar -C "$work/tmp/source" -xf -
    chmod 711 "$work"
}

# Runs a command with mounts and processes of its own. When it ends, or this script does, so does
# whatever it started: no server and no mount can be left behind.
contained() {
    unshare --mount --pid --ipc --fork --kill-child "$@" 9>&- &
    running=$!
    local status=0
    wait "$running" || status=$?
    running=
    return $status
}

# Runs a command as root in the chroot, whose /tmp is $work/tmp, with the variables before it.
inside() {
    contained --mount-proc="$chroot/proc" sh -ec '
        chroot=$1 tmp=$2
        shift 2
        mount --bind "$tmp" "$chroot/tmp"
        mount --rbind /dev "$chroot/dev"
        mount -t tmpfs -o mode=1777 tmpfs "$chroot/dev/shm"
        exec chroot "$chroot" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"' \
        sh "$chroot" "$work/tmp" "$@"
}
