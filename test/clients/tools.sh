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

# What clients of registries say when nobody answers.
no_answer='Temporary failure|could not resolve|Could not (transfer|resolve host)|Unknown host|no such host|ENOTFOUND|EAI_AGAIN|ECONNRE(FUSED|SET)'
no_answer="$no_answer|ETIMEDOUT|Connection (refused|reset|timed out)|i/o timeout|Max retries|spurious network error|timed out|50[234] "
