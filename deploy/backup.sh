#!/bin/sh
# Dumps the database of DATABASE_URL into BACKUP_DIR. Deletes dumps that are older than BACKUP_DAYS, 14 by default, after
# one that succeeded. A dump that fails leaves no file. With --daily HH:MM it runs each day at that time in UTC.
# pg_dump must be at least as new as the server.
set -eu
umask 077
: "${DATABASE_URL:?}" "${BACKUP_DIR:?}"

back_up() {
  file=$BACKUP_DIR/events-$(date -u +%Y%m%dT%H%M%SZ).dump
  if ! pg_dump --format=custom --file="$file.part" "$DATABASE_URL"; then
    rm -f "$file.part"
    echo 'The backup failed.' >&2
    return 1
  fi
  mv "$file.part" "$file"
  find "$BACKUP_DIR" -name 'events-*.dump' -mtime "+${BACKUP_DAYS:-14}" -delete
  echo "$file"
}

case ${1:-} in
  '') back_up ;;
  --daily)
    while :; do
      now=$(date -u +%s)
      next=$(date -u -d "$2" +%s)
      [ "$next" -gt "$now" ] || next=$((next + 86400))
      sleep $((next - now))
      back_up || :
    done
    ;;
  *)
    echo 'usage: backup.sh [--daily HH:MM]' >&2
    exit 2
    ;;
esac
