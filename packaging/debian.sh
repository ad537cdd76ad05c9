# shellcheck shell=sh
# Sourced by the scripts that try something in a fresh Debian, in the project's top folder: a copy
# of what debootstrap made once, entered by chroot. It takes root.
#
# fresh_debian RELEASE FOLDER   copies it there: $fresh from then on
# enter COMMAND...              runs something in it as root, with nothing of this environment
# enter_as USER COMMAND...      the same as somebody who has a home there
# leave_debian                  takes it away again
#
# $before then holds the names of the packages that it came with.

fresh=
names_of_packages() { enter dpkg --get-selections | sed -n 's/[[:space:]]*install$//p'; }

fresh_debian() {
    [ "$(id -u)" = 0 ] || fail "only root can make a fresh Debian"
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

# A Debian with nothing in it but what each has; made once, then copied.
make_base() {
    base=build/debian-$1
    [ ! -e "$base/.complete" ] || return 0
    command -v debootstrap >/dev/null || install_debootstrap ||
        fail "it takes debootstrap, which could not be installed"
    say "making a fresh Debian $1, once"
    rm -rf "$base"
    mkdir -p build
    debootstrap --variant=minbase "$1" "$base" >build/debootstrap.log ||
        fail "debootstrap: $(tail -n 1 build/debootstrap.log)"
    # A mirror can be a snapshot, whose lists are past their day.
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

# The package index may need this computer's proxy, mirror or certificates.
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
