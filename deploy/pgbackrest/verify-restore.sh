#!/usr/bin/env bash
# Restores the newest backup beside the real database, verifies every audit log in it, and removes it again. Run it as root,
# daily (deploy/systemd/parley-verify-restore.timer). Exit code 0: the backup can be restored, and its audit logs are valid.
#
#   VERIFY_DATABASE_URL  address of the restored copy: DATABASE_URL with 127.0.0.1 and port 5499
#   STANZA (parley), PORT (5499), SCRATCH (/var/lib/pgbackrest-verify): the folder for the copy, as large as the database
#   PG_BIN (/usr/lib/postgresql/18/bin), PARLEY (/opt/parley), DATA_DIR (/var/lib/parley)
#   LAG_SECONDS (300): signed heads of the last seconds are ignored, as their entries may not be archived yet
#   AS_POSTGRES, AS_PARLEY: commands that switch to the users. PG_OWNER (postgres): the user who owns the copy; empty for this one
set -euo pipefail

: "${VERIFY_DATABASE_URL:?Set VERIFY_DATABASE_URL to the address of the restored copy.}"
STANZA=${STANZA:-parley}
PORT=${PORT:-5499}
SCRATCH=${SCRATCH:-/var/lib/pgbackrest-verify}
PG_BIN=${PG_BIN:-/usr/lib/postgresql/18/bin}
PARLEY=${PARLEY:-/opt/parley}
export DATA_DIR=${DATA_DIR:-/var/lib/parley}
read -ra as_postgres <<< "${AS_POSTGRES:-runuser -u postgres --}"
read -ra as_parley <<< "${AS_PARLEY:-runuser -u parley --}"
heads_before=$(date -u -d "-${LAG_SECONDS:-300} seconds" +%Y-%m-%dT%H:%M:%SZ)
copy=$SCRATCH/parley-verify-copy

[[ $SCRATCH == /* ]] || { echo "SCRATCH must be an absolute path." >&2; exit 2; }
# Another address would verify the real database in place of the copy.
[[ $VERIFY_DATABASE_URL == *"@127.0.0.1:$PORT/"* ]] || { echo "VERIFY_DATABASE_URL must lead to 127.0.0.1:$PORT." >&2; exit 2; }
mkdir -p "$SCRATCH"
exec 9> "$SCRATCH/lock"
flock -n 9 || { echo "Another verification is running." >&2; exit 2; }

# Stops the server of the copy only: after a power loss the process ID in the file can be that of another one.
stop_copy() {
  local pid
  pid=$(head -n 1 "$copy/postmaster.pid" 2> /dev/null) || return 0
  [[ $(readlink "/proc/$pid/cwd") != "$copy" ]] || "${as_postgres[@]}" "$PG_BIN/pg_ctl" -D "$copy" -m immediate -w stop > /dev/null
}
clean_up() {
  stop_copy || true
  rm -rf "$copy"
}
trap clean_up EXIT
clean_up
mkdir -m 0700 "$copy"
[[ -z ${PG_OWNER=postgres} ]] || chown "$PG_OWNER:" "$copy"

# The copy archives nothing: it would write into the repository of the real database.
"${as_postgres[@]}" pgbackrest --stanza="$STANZA" --pg1-path="$copy" --archive-mode=off restore
# Debian keeps these files outside the data folder.
[[ -f $copy/postgresql.conf ]] || "${as_postgres[@]}" touch "$copy/postgresql.conf"
# shellcheck disable=SC2016
[[ -f $copy/pg_hba.conf ]] || "${as_postgres[@]}" sh -c 'echo "host all all 127.0.0.1/32 scram-sha-256" > "$1"' - "$copy/pg_hba.conf"
"${as_postgres[@]}" "$PG_BIN/pg_ctl" -D "$copy" -l "$copy/verify.log" -w -t 3600 \
  -o "-c port=$PORT -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c hot_standby=off -c shared_preload_libraries= -c shared_buffers=128MB -c hba_file=$copy/pg_hba.conf" start 9>&- > /dev/null
cd "$PARLEY"
DATABASE_URL=$VERIFY_DATABASE_URL DATABASE_DIRECT_URL='' "${as_parley[@]}" \
  node bin/run.mjs audit-verify --require-heads --heads-before "$heads_before"
echo "The newest backup of $STANZA can be restored, and its audit logs are valid."
