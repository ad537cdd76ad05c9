# shellcheck shell=sh
# Sourced by run and test, in the project's top folder. "set_up run" or "set_up dev" makes .venv the
# first time and gets what the computer lacks; after that it only compares a stamp. PYTHON names the
# interpreter if it is not to be the first one that fits.

# Where an environment has its programs; Git's shell on Windows finds them elsewhere.
case $(uname -s) in MINGW* | MSYS* | CYGWIN*) scripts=Scripts ;; *) scripts=bin ;; esac

say() { printf '%s\n' "$*" >&2; }

set_up() {
    stamp=$(fingerprint)
    if [ "$(cat ".venv/$1.stamp" 2>/dev/null)" = "$stamp" ]; then
        compile_translations
        return
    fi
    find_python
    get_packages "$1"
    case $1 in dev) size=260 ;; *) size=100 ;; esac
    say "Setting up in .venv, once: about $size MB are fetched from the Python package index ..."
    is_made || "$python" -m venv --clear .venv
    case $1 in dev) locked=dev ;; *) locked="shipped build" ;; esac
    # Each file is held against its sum; nothing else is fetched.
    for each in $locked; do
        pip_install --no-deps --require-hashes --requirement "packaging/locked/$each.txt"
    done
    # Not in an isolated build: that would fetch the builder again, and not the one that is pinned.
    pip_install --no-deps --no-build-isolation --editable .
    fingerprint >".venv/$1.stamp"
    say "Set up. In a terminal, the command is .venv/$scripts/uriinspect."
}

# Installing does it as well; here a file of translations is newer than what was compiled from it.
compile_translations() {
    for each in resources/translations/*.po; do
        [ -n "$(find "${each%.po}.mo" -newer "$each" 2>/dev/null)" ] || {
            ".venv/$scripts/python" packaging/make/translations.py
            return
        }
    done
}

# Whether .venv was made here, with an interpreter that still starts and is the one asked for.
is_made() {
    grep -qsF "$PWD/.venv/$scripts/python" ".venv/$scripts/pip" &&
        [ "$(".venv/$scripts/python" -VV 2>/dev/null)" = "$("$python" -VV)" ]
}

pip_install() {
    { ".venv/$scripts/python" -m pip --disable-pip-version-check install --progress-bar off "$@" &&
        : >.venv/installed; } | show_progress
    [ -e .venv/installed ] || exit 1
    rm .venv/installed
}

# Of what pip prints, a line for each package that it downloads, and one when it installs them.
show_progress() {
    while read -r word file size; do
        case $word\ $file in
            *.metadata) ;;
            Downloading\ *) say "  ${file%%-*} $size" ;;
            Installing\ *) say "  installing ..." ;;
        esac
    done
}

fingerprint() {
    { pwd; cat pyproject.toml packaging/locked/dev.txt packaging/setup.sh
      grep '^__version__' uriinspector/__init__.py # what is installed says it, too
      ".venv/$scripts/python" -VV; ${PYTHON:+"$PYTHON" -VV}; } 2>&1 | cksum
}

find_python() {
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11} ""; do
        "${python:-false}" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null &&
            return
    done
    say "Python 3.11 or newer is needed, and ${PYTHON:-none} $(fate_of_python)."
    exit 69
}

# What came of looking for it: a name can be found that starts nothing, such as a shim of pyenv.
fate_of_python() {
    if [ -z "${PYTHON:-}" ]; then
        printf 'was found'
    elif ! command -v "$PYTHON" >/dev/null; then
        printf 'is not there'
    elif version_of_python=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>&1); then
        printf 'is Python %s' "$version_of_python"
    else
        printf 'does not start: %s' "$version_of_python"
    fi
}

# interpreter_with run|dev MODULES: $python can import them. It is PYTHON if that can, or else the
# one of .venv, which is set up for it.
interpreter_with() {
    python=${PYTHON:-false}
    "$python" -c "import $2" 2>/dev/null && return
    set_up "$1"
    python=.venv/$scripts/python
}

missing() { "$python" packaging/missing_packages.py "$@"; }

# get_packages run|dev|products: Python's venv and Qt's libraries have to be there, for the checks
# also what they drive, for the products what builds them; the fonts only make it look better. Root
# gets them, anybody else one line that does.
get_packages() {
    [ -z "${WITHOUT_PACKAGES:-}" ] || return 0 # somebody else looks after them
    case $1 in run) groups=run ;; dev) groups="run checks" ;; *) groups="run $1" ;; esac
    # shellcheck disable=SC2086
    needed=$(missing $groups) wanted=$(missing $groups fonts)
    [ -n "$wanted" ] || return 0
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Installing $wanted"
        apt-get -qq update
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $wanted \
            >/dev/null
    elif [ -n "$needed" ]; then
        ls /var/lib/apt/lists/*Packages* >/dev/null 2>&1 && update= ||
            update="sudo apt-get update && "
        say "Something is missing on this computer. On Debian and Ubuntu this one command helps:"
        say "  ${update}sudo apt-get install -y --no-install-recommends $wanted"
        exit 69
    fi
}
