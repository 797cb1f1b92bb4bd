# For the script `fetch` of a client; sourced before it, after test/lib.sh. Status 77 is a skip, the last line its reason.

# need COMMAND [MINIMUM [PACKAGE…]]: a tool of at least this version, installed from Debian if it is missing.
need() {
    local command=$1 minimum=${2:-0} version
    shift $(($# < 2 ? $# : 2))
    command -v "$command" >/dev/null || [ $# = 0 ] || install_more "$@" >/dev/null
    command -v "$command" >/dev/null || { echo "needs $command"; exit 77; }
    version=$({ "$command" --version || "$command" version; } 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)
    printf '%s\n' "$minimum" "$version" | sort -VC || { echo "needs $command $minimum, here is $version"; exit 77; }
}

# A folder venv with what requirements.txt locks; made anew when the lock or python3 is another.
venv() {
    local wanted
    need python3 3.11 python3-venv
    python3 -m ensurepip --version >/dev/null 2>&1 || install_more python3-venv
    python3 -m ensurepip --version >/dev/null 2>&1 || { echo "needs venv for python3"; exit 77; }
    wanted=$(python3 -VV && cat requirements.txt)
    [ "$wanted" != "$(cat venv/made-from 2>/dev/null)" ] || return 0
    rm -rf venv
    python3 -m venv venv
    venv/bin/pip install -q --require-hashes -r requirements.txt
    echo "$wanted" >venv/made-from
}

# npm_ci MINIMUM: a folder node_modules with what package-lock.json locks, for this version of Node.js or a later one.
npm_ci() {
    need node "$1"
    need npm
    cmp -s package-lock.json node_modules/fetched && return
    npm ci --ignore-scripts --no-audit --no-fund
    cp package-lock.json node_modules/fetched
}

# A folder lib with the dependencies of pom.xml, which have the checksums of jars.sha256.
jars() {
    need javac 17 default-jdk-headless
    sha256sum --status -c jars.sha256 2>/dev/null && return
    need mvn 3 maven
    rm -rf lib
    MAVEN_OPTS=-XX:-UsePerfData mvn -B -q -Dstyle.color=never \
        org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies -DoutputDirectory=lib
    sha256sum --quiet -c jars.sha256
}
