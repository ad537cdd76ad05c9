# shellcheck shell=sh
# Sourced by run and test, in the project's top folder. The first time, "set_up run" or "set_up dev"
# creates .venv and installs what is missing; after that, it only compares a stamp. PYTHON can be set to
# an interpreter; otherwise the first suitable one is used.

# The folder with the programs of an environment; it has another name on Windows.
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
    say "Setting up .venv, only this time: downloading about $size MB from the Python package index ..."
    is_made || "$python" -m venv --clear .venv
    case $1 in dev) locked=dev ;; *) locked="shipped build" ;; esac
    # The checksum of each file is verified.
    for each in $locked; do
        pip_install --no-deps --require-hashes --requirement "packaging/locked/$each.txt"
    done
    # An isolated build would download another version of the builder.
    pip_install --no-deps --no-build-isolation --editable .
    fingerprint >".venv/$1.stamp"
    say "Done. The command for the terminal is .venv/$scripts/uriinspect."
}

# Compile translations that have changed since the installation.
compile_translations() {
    for each in resources/translations/*.po; do
        [ -n "$(find "${each%.po}.mo" -newer "$each" 2>/dev/null)" ] || {
            ".venv/$scripts/python" packaging/make/translations.py
            return
        }
    done
}

# Return 0 if .venv was created in this folder and its interpreter starts and is the requested one.
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

# Print a line for each package that pip downloads, and one when it installs them.
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
      grep '^__version__' uriinspector/__init__.py # the installed package has it, too
      ".venv/$scripts/python" -VV; ${PYTHON:+"$PYTHON" -VV}; } 2>&1 | cksum
}

find_python() {
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11} ""; do
        "${python:-false}" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null &&
            return
    done
    say "Python 3.11 or newer is needed, but ${PYTHON:-none} $(fate_of_python)."
    exit 69
}

# Say why the interpreter cannot be used. It can exist without starting, such as a shim of pyenv.
fate_of_python() {
    if [ -z "${PYTHON:-}" ]; then
        printf 'was found'
    elif ! command -v "$PYTHON" >/dev/null; then
        printf 'does not exist'
    elif version_of_python=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>&1); then
        printf 'is Python %s' "$version_of_python"
    else
        printf 'does not start: %s' "$version_of_python"
    fi
}

# interpreter_with run|dev MODULES: set $python to an interpreter that can import the modules: PYTHON
# if that can, otherwise that of .venv, which is set up for it.
interpreter_with() {
    python=${PYTHON:-false}
    "$python" -c "import $2" 2>/dev/null && return
    set_up "$1"
    python=.venv/$scripts/python
}

missing() { "$python" packaging/missing_packages.py "$@"; }

# get_packages run|dev|products: install missing packages of the system: Python's venv, Qt's libraries
# and fonts, and the requirements of the checks or of building. Without root, print the command line
# that does it, and exit unless only fonts are missing.
get_packages() {
    [ -z "${WITHOUT_PACKAGES:-}" ] || return 0 # the caller installs them
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
        say "Some packages are missing. On Debian and Ubuntu, this command installs them:"
        say "  ${update}sudo apt-get install -y --no-install-recommends $wanted"
        exit 69
    fi
}
