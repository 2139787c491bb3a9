#!/bin/sh
# Copies the primary at the first start, and follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  PGPASSWORD=$(cat /run/secrets/replication_password)
  export PGPASSWORD
  until pg_basebackup --host=primary --username=replication --pgdata="$PGDATA" --slot=standby --write-recovery-conf \
    --dbname='application_name=standby'; do
    sleep 2
  done
  unset PGPASSWORD
  chmod 0700 "$PGDATA"
fi
exec postgres
