# shellcheck shell=sh
# Sourced in the project's top folder by scripts that build packages. Products are written to dist,
# and are reproducible: the same commit results in the same bytes.

# Print the timestamp of all products: that of the last commit, or of an unpacked sdist.
built_at() {
    if [ -e PKG-INFO ]; then stat -c %Y PKG-INFO; else git log -1 --format=%ct; fi
}

version() { sed -n 's/^__version__ = "\(.*\)"$/\1/p' uriinspector/__init__.py; }

umask 022
export LC_ALL=C.UTF-8 TZ=UTC
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(built_at)}"
