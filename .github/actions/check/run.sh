#!/usr/bin/env bash
# Runs toolerr check with the inputs of the action, which are in variables named CHECK_*, so that none of them is code.
set -euo pipefail

if [ -n "$CHECK_URL" ] && [ -n "$CHECK_COMMAND" ] || [ -z "$CHECK_URL$CHECK_COMMAND" ]; then
  echo "toolerr check: either url or command is required" >&2
  exit 2
fi

args=(check --dialect "$CHECK_DIALECT" --format "$CHECK_FORMAT")
[ -z "$CHECK_ONLY" ] || args+=(--only "$CHECK_ONLY")
[ "$CHECK_STRICT" != true ] || args+=(--strict)
[ -z "$CHECK_BASELINE" ] || args+=(--baseline "$CHECK_BASELINE")
[ -z "$CHECK_BADGE" ] || args+=(--badge "$CHECK_BADGE")
while IFS= read -r flag; do
  [ -z "$flag" ] || args+=("$flag")
done <<<"$CHECK_ARGS"

if [ -n "$CHECK_URL" ]; then
  for _ in $(seq "$CHECK_WAIT"); do
    code=0
    curl -s -o /dev/null --max-time 2 "$CHECK_URL" || code=$? # it may be a stream
    [ "$code" = 7 ] || break                                  # 7: there is no connection
    sleep 1
  done
  args+=("$CHECK_URL")
else
  read -r -a words <<<"$CHECK_COMMAND"
  args+=(-- "${words[@]}")
fi

if [ -n "$CHECK_OUTPUT" ]; then
  "$TOOLERR" "${args[@]}" >"$CHECK_OUTPUT"
else
  "$TOOLERR" "${args[@]}"
fi
