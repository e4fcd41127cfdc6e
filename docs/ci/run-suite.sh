#!/usr/bin/env bash
# Runs a test suite of Parley with the agent's draft, waits for its end, and writes the results as JUnit.
# Needs bash, curl and jq. PARLEY_URL: https://parley.example.com. PARLEY_KEY: a key with the role builder. SUITE_ID: ste_…
# Usage: run-suite.sh [junit.xml]. Exit code: 0 passed, 1 failed, 2 canceled, broken or not ended in time.
set -euo pipefail
: "${PARLEY_URL:?}" "${PARLEY_KEY:?}" "${SUITE_ID:?}"
report=${1:-junit.xml}
max_wait_s=${MAX_WAIT_S:-1800}
poll_s=${POLL_S:-5}

# The key is not an argument, so that other processes of the machine do not see it.
api() {
  curl --silent --show-error --fail-with-body --max-time 60 --retry 3 \
    --header @<(printf 'authorization: Bearer %s\n' "$PARLEY_KEY") "$@"
}

runs="$PARLEY_URL/v1/suites/$SUITE_ID/runs"
# A repeated request with the same key starts no second run.
attempt="${GITHUB_RUN_ID:-$(date +%s)}-${GITHUB_RUN_ATTEMPT:-$$}"
run=$(api --header 'content-type: application/json' --header "idempotency-key: ci-$SUITE_ID-$attempt" \
  --data '{}' "$runs" | jq --raw-output .id)
echo "Started $run."

deadline=$((SECONDS + max_wait_s))
state=queued
while [[ $state == queued || $state == running ]]; do
  if ((SECONDS >= deadline)); then
    echo "The run has not ended after $max_wait_s seconds. It is canceled." >&2
    api --request POST "$runs/$run/cancel" >/dev/null
    exit 2
  fi
  sleep "$poll_s"
  progress=$(api "$runs/$run")
  state=$(jq --raw-output .state <<<"$progress")
  jq --raw-output '"\(.state): \(.finished) of \(.total) conversations, \(.passed) passed"' <<<"$progress"
done

api --output "$report" "$runs/$run/junit"
echo "Wrote $report."
case $state in
passed) exit 0 ;;
failed) exit 1 ;;
*) exit 2 ;;
esac
