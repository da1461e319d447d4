# A bot that answers JSON lines; what it answers to its second move goes as its argument says.
read -r _
case $1 in
  no-start) echo '[1]' ;;
  *) echo '{"name":"fake"}' ;;
esac
moves=0
while read -r request; do
  moves=$((moves + 1))
  legal=${request#*'"legal":["'}
  move=${legal%%'"'*}
  answer="{\"move\":\"$move\"}"
  if [ $moves -eq 2 ]; then
    case $1 in
      illegal) answer='{"move":"z26"}' ;;
      not-json) answer="$move" ;;
      no-move) answer='{"mov":"a1"}' ;;
      resigns-not) answer='{"resign":false}' ;;
      resigns) answer='{"resign":true}' ;;
      values) answer="{\"move\":\"$move\",\"values\":[0.5]}" ;;
      large-values) answer="{\"move\":\"$move\",\"values\":[0.5,1e300]}" ;;
      more) answer="{\"move\":\"$move\",\"values\":[0.75,0.25],\"nodes\":11,\"sims\":7,\"depth\":3,\"mood\":\"good\"}" ;;
      echo) answer="$request" ;;
    esac
  fi
  printf '%s\n' "$answer"
done
