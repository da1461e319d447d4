# An engine that plays any game on one row of cells, whose second move goes as its first argument says. It notes the
# numbers of its processes in the file that is its second argument.
mode=$1
note() { echo "$1" >> "$pids"; }
pids=$2
cells='a1 b1 c1 d1 e1 f1 g1'
moves=0
note $$

# The first cell that is free.
free() {
  for cell in $cells; do
    case $played in *" $cell "*) ;; *) return ;; esac
  done
}

# A move as it should be given.
move() {
  free
  played="$played$cell "
  printf '=%s %s\n\n' "$id" "$cell"
}

misbehave() {
  case $mode in
    ok) move ;;
    slow) sleep 0.3; move ;;
    upper) free; played="$played$cell "; printf '=%s %s\r\n\r\n' "$id" "$cell" | tr a-g A-G ;;
    resign) printf '=%s resign\n\n' "$id" ;;
    error) printf '?%s I do not feel like it\n\n' "$id" ;;
    illegal) set -- $played; printf '=%s %s\n\n' "$id" "$1" ;;
    nowhere) printf '=%s z26\n\n' "$id" ;;
    two-words) printf '=%s a1 b1\n\n' "$id" ;;
    nothing) printf '=%s\n\n' "$id" ;;
    garbage) printf 'hello there\n' ;;
    binary) printf '\377\376\001\002\n' ;;
    wrong-id) printf '=99 a1\n\n' ;;
    crash) echo 'out of luck' >&2; exit 3 ;;
    signal) kill -SEGV $$ ;;
    flood) yes '= again' ;;
    flood-one-line) yes '= again' | tr -d '\n' ;;
    flood-zeros) cat /dev/zero ;;
    hang) sleep 1000 & note $!; wait ;;
    escapes) setsid sleep 1000 & note $!; wait ;;
    deaf) trap '' TERM INT HUP; while :; do sleep 1000; done ;;
    partial) printf '=%s a' "$id"; sleep 1000 & note $!; wait ;;
    partial-crash) printf '=%s a' "$id"; exit ;;
    leaves-child) sleep 1000 & note $!; exit ;;
    closes-input) exec 0<&-; move; sleep 1000 & note $!; wait ;;
    closes-output) exec 1>&-; sleep 1000 & note $!; wait ;;
    burns) while :; do :; done ;;
    hoards) tail /dev/zero; exit 4 ;;
    talks) yes 'I think' | head -c 3000000 >&2; echo 'last word' >&2; move ;;
  esac
}

while read -r id command colour cell; do
  case $command in
    clear_board) played=' '; printf '=%s\n\n' "$id" ;;
    play) played="$played$cell "; printf '=%s\n\n' "$id" ;;
    genmove) moves=$((moves + 1)); if [ $moves -eq 2 ]; then misbehave; else move; fi ;;
    quit) printf '=%s\n\n' "$id"; exit ;;
    *) printf '?%s unknown command\n\n' "$id" ;;
  esac
done
