# shellcheck shell=sh
# Sourced by run and test, in the project's top folder. "set_up run" or "set_up dev" makes .venv the
# first time and gets what the machine lacks; after that it only compares a stamp.

say() { printf '%s\n' "$*" >&2; }

set_up() {
    stamp=$(fingerprint)
    [ "$(cat ".venv/$1.stamp" 2>/dev/null)" = "$stamp" ] && return
    say "Setting up in .venv: once, a minute or so ..."
    find_python
    get_packages "$1"
    grep -qsF "$PWD/.venv/bin/python" .venv/bin/pip && .venv/bin/python -c '' ||
        "$python" -m venv --clear .venv
    case $1 in
        dev) pip_install -r packaging/requirements-dev.txt ;;
        *) pip_install hatchling editables ;;
    esac
    # Not in an isolated build: that would fetch the builder again, and not the one that is pinned.
    pip_install --no-build-isolation --editable .
    fingerprint >".venv/$1.stamp"
}

pip_install() {
    .venv/bin/python -m pip --disable-pip-version-check install --quiet \
        --constraint packaging/requirements-dev.txt "$@"
}

fingerprint() {
    { pwd; cat pyproject.toml packaging/requirements-dev.txt packaging/setup.sh
      .venv/bin/python -VV; } 2>&1 | cksum
}

find_python() {
    for python in python3 python3.13 python3.12 python3.11 ""; do
        "${python:-false}" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
            2>/dev/null && return
    done
    say "Python 3.11, 3.12 or 3.13 is needed, and none was found."
    exit 69
}

# Python's venv and Qt's libraries have to be there, the fonts only make it look better.
get_packages() {
    needed=$("$python" uriinspector/gui/system.py)
    "$python" -c 'import ensurepip' 2>/dev/null ||
        needed="$("$python" -c 'import sys; print("python3.%d-venv" % sys.version_info[1])') $needed"
    # The checks drive a real terminal, a real display and real shells, and ask the usual judges of
    # desktop entries and pages of the manual.
    [ "$1" != dev ] || for each in tmux:tmux Xvfb:xvfb xdotool:xdotool zsh:zsh fish:fish \
        desktop-file-validate:desktop-file-utils appstreamcli:appstream mandoc:mandoc; do
        command -v "${each%:*}" >/dev/null || needed="$needed ${each#*:}"
    done
    wanted=
    if command -v dpkg >/dev/null; then
        for font in fonts-inter fonts-jetbrains-mono; do
            dpkg -s $font >/dev/null 2>&1 || wanted="$wanted $font"
        done
    fi
    [ -n "$needed$wanted" ] || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Installing $needed$wanted"
        apt-get -qq update
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
            $needed $wanted >/dev/null
    elif [ -n "$needed" ]; then
        say "Something is missing on this machine. On Debian and Ubuntu this one command helps:"
        ls /var/lib/apt/lists/*Packages* >/dev/null 2>&1 && update= ||
            update="sudo apt-get update && "
        say "  ${update}sudo apt-get install -y $needed$wanted"
        exit 69
    fi
}
