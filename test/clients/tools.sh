# For the scripts `fetch` and `test` of a client; sourced before them.

# need COMMAND [MINIMUM [PACKAGE…]]: a tool of at least this version, installed from Debian if it is missing.
need() {
    local command=$1 minimum=${2:-0} version
    shift $(($# < 2 ? $# : 2))
    command -v "$command" >/dev/null || [ $# = 0 ] || install_more "$@" >/dev/null
    command -v "$command" >/dev/null || { echo "needs $command"; exit 77; }
    version=$({ "$command" --version || "$command" version; } 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)
    printf '%s\n' "$minimum" "$version" | sort -VC || { echo "needs $command $minimum, here is $version"; exit 77; }
}

# venv: a folder of this name with what requirements.txt locks; made anew when the lock or python3 is another.
venv() {
    local wanted
    need python3 3.11 python3-venv
    python3 -m ensurepip --version >/dev/null 2>&1 || install_more python3-venv
    python3 -m ensurepip --version >/dev/null 2>&1 || { echo "needs venv for python3"; exit 77; }
    wanted=$(python3 -VV && cat requirements.txt)
    [ "$wanted" != "$(cat venv/made-from 2>/dev/null)" ] || return 0
    rm -rf venv && python3 -m venv venv && venv/bin/pip install -q --require-hashes -r requirements.txt &&
        echo "$wanted" >venv/made-from
}

# What clients of registries say when nobody answers.
no_answer='Temporary failure|Name or service not known|Could not (transfer|resolve host)|Unknown host|no such host'
no_answer="$no_answer|network is unreachable|ENOTFOUND|EAI_AGAIN|ECONNRE(FUSED|SET)|ETIMEDOUT|Connection (refused|reset|timed out)"
no_answer="$no_answer|i/o timeout|Max retries|spurious network error|timed out|50[234] "
