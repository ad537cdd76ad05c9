# shellcheck shell=sh
# Sourced in the project's top folder by scripts that test something in a fresh Debian: a copy of a
# base system that debootstrap created once, entered by chroot. Requires root.
#
# fresh_debian RELEASE FOLDER   copies the base system to FOLDER, and sets $fresh to it
# enter COMMAND...              runs a command in it as root, with a clean environment
# enter_as USER COMMAND...      runs a command in it as a user who has a home there
# leave_debian                  deletes it
#
# $before is set to the names of its initial packages.

fresh=
names_of_packages() { enter dpkg --get-selections | sed -n 's/[[:space:]]*install$//p'; }

fresh_debian() {
    [ "$(id -u)" = 0 ] || fail "creating a fresh Debian requires root"
    make_base "$1"
    fresh=$2
    cp -a "build/debian-$1" "$fresh"
    cp /etc/resolv.conf "$fresh/etc"
    : "${PIP_CERT:=$(python3 -m pip config get global.cert 2>/dev/null)}"
    [ -z "$PIP_CERT" ] || cp "$PIP_CERT" "$fresh/etc/pip.crt"
    mount -t proc proc "$fresh/proc"
    mkdir -p "$fresh/dev/shm" "$fresh/dev/pts"
    mount -t tmpfs tmpfs "$fresh/dev/shm"
    mount -t devpts devpts -o newinstance,ptmxmode=0666 "$fresh/dev/pts"
    # shellcheck disable=SC2034
    before=$(names_of_packages)
    enter apt-get -qq update
}

# Create a minimal Debian once; it is copied for each use.
make_base() {
    base=build/debian-$1
    [ ! -e "$base/.complete" ] || return 0
    command -v debootstrap >/dev/null || install_debootstrap ||
        fail "debootstrap is required, but could not be installed"
    say "Creating a fresh Debian $1, only this time"
    rm -rf "$base"
    mkdir -p build
    debootstrap --variant=minbase "$1" "$base" >build/debootstrap.log ||
        fail "debootstrap: $(tail -n 1 build/debootstrap.log)"
    # A mirror can be a snapshot with expired lists.
    echo 'Acquire::Check-Valid-Until "false";' >"$base/etc/apt/apt.conf.d/90snapshot"
    touch "$base/.complete"
}

install_debootstrap() {
    say "Installing debootstrap"
    apt-get -qq update &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends debootstrap \
            >/dev/null
}

enter() { enter_as root "$@"; }

# Access to the package index can require this computer's proxy, mirror or certificates.
enter_as() {
    entering=$1
    shift
    case $entering in root) home_there=/root ;; *) home_there=/home/$entering ;; esac
    chroot --userspec="$entering" "$fresh" /usr/bin/env -i HOME="$home_there" LANG=C.UTF-8 \
        PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin DEBIAN_FRONTEND=noninteractive \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} ${PIP_CERT:+PIP_CERT=/etc/pip.crt} "$@"
}

leave_debian() {
    [ -n "$fresh" ] || return 0
    mounted=$(grep -o " $fresh/[^ ]*" /proc/mounts | sort -r)
    # shellcheck disable=SC2086
    [ -z "$mounted" ] || umount $mounted
    rm -rf --one-file-system "$fresh"
    fresh=
}
