# What bash completes after $name.
# Made from the tables by which the program reads its command line.
# shellcheck shell=bash disable=SC2207
_$name() {
    local current=$${COMP_WORDS[COMP_CWORD]} previous=$${COMP_WORDS[COMP_CWORD - 1]}
    local command=$first place=0 i word
    words() { COMPREPLY=($$(compgen -W "$$1" -- "$$current")); }
    files() {
        local IFS=$$'\n'
        compopt -o filenames 2>/dev/null
        COMPREPLY=($$(compgen -f -- "$$current"))
    }
    COMPREPLY=()
    # "--edition=19" comes as three words.
    if [[ $$current == = ]]; then current=; elif [[ $$previous == = ]]; then
        previous=$${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=$${COMP_WORDS[i]}
        case $$word in
        $valued)
            ((i++))
            [[ $${COMP_WORDS[i]} == = ]] && ((i++))
            ;;
        -?*) ;;
        *)
            if [[ $$command$$place == ${first}0 && "|$commands|" == *"|$$word|"* ]]; then
                command=$$word
            else
                ((place++))
            fi
            ;;
        esac
    done
    case "$$command $$previous" in
        $values
        *) if [[ $$current == -* ]]; then
        case $$command in
        $options
        esac
    else
        case "$$command $$place" in
        $places
        esac
    fi ;;
    esac
    unset -f words files
}
complete -F _$name $name
