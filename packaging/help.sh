# shellcheck shell=sh
# Sourced first by every script here, before it changes the folder. "takes FORM [ARGUMENT...]" answers
# -h and --help with the comment at the head of the script, and refuses what FORM does not name before
# anything is done. FORM has the options and words that the script takes. A word in capitals stands for
# any one word, with "..." behind it for any number; "..." alone lets everything through, which is for
# scripts whose arguments another program reads.

refuse() { # refuse WHY
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
