# shellcheck shell=sh
# Sourced first by every script here, before it changes the folder. "takes FORM [ARGUMENT...]" prints
# the comment at the head of the script for -h and --help, and refuses arguments that are not in FORM.
# FORM lists the options and words that the script accepts. A word in capitals matches any one word,
# or any number of words with "..." after it. "..." alone accepts everything, for scripts whose
# arguments are parsed by another program.

refuse() { # refuse REASON
    printf '%s\n' "$0 $1; $0 --help says what it does." >&2
    exit 64
}

takes() {
    form=" $1 " places=0
    shift
    for argument; do
        case $argument in
            -h | --help)
                sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0"
                exit 0
                ;;
        esac
    done
    for part in $form; do
        case $part in
            ...) return 0 ;;
            [[:upper:]]*...) places=9999 ;;
            [[:upper:]]*) places=$((places + 1)) ;;
        esac
    done
    for argument; do
        case $argument in "") refuse "does not take \"$argument\"" ;; esac
        case $form in *" $argument "*) continue ;; esac
        case $argument in -*) refuse "does not take \"$argument\"" ;; esac
        places=$((places - 1))
        [ "$places" -ge 0 ] || refuse "does not take \"$argument\""
    done
}
