# shellcheck shell=sh
# Sourced by the scripts that build something, in the project's top folder: what they share. What is
# built lies in dist, and the same commit always gives the same octets.

# The time that everything built carries: the last commit's, or of an unpacked sdist its own.
built_at() {
    if [ -e PKG-INFO ]; then stat -c %Y PKG-INFO; else git log -1 --format=%ct; fi
}

version() { sed -n 's/^__version__ = "\(.*\)"$/\1/p' uriinspector/__init__.py; }

umask 022
export LC_ALL=C.UTF-8 TZ=UTC
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(built_at)}"
