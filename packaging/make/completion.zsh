#compdef $name
# Made from the tables by which the program reads its command line.
_uriinspect_commands() {
    local -a commands=(
        $described
    )
    _describe -t commands command commands
}
_$name() {
    local command=$first i
    for ((i = 2; i < CURRENT; i++)); do
        case $$words[i] in
        ($valued) ((i++)) ;;
        (-?*) ;;
        ($commands) command=$$words[i]; words[i]=(); ((CURRENT--)); break ;;
        (*) break ;;
        esac
    done
    case $$command in
        $cases
    esac
}
_$name "$$@"
