# What fish completes after $name. Made from the tables by which the program reads its command line.
function __${name}_is
    set -l words (commandline -opc)
    set -e words[1]
    set -l command $first
    set -l place 0
    while set -q words[1]
        if contains -- $$words[1] $valued
            set -q words[2]; and set -e words[1]
        else if test $$command$$place = ${first}0; and contains -- $$words[1] $commands
            set command $$words[1]
        else if not string match -q -- '-?*' $$words[1]
            set place (math $$place + 1)
        end
        set -e words[1]
    end
    test $$command = $$argv[1]; and begin
        not set -q argv[2]; or test $$place = $$argv[2]
    end
end
complete -c $name -f
$rows
