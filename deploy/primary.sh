#!/bin/sh
# Runs once, when the data folder is made. With the secret replication_password, a standby may follow.
set -eu
as_owner() {
  psql --set=ON_ERROR_STOP=1 --username=postgres "$@"
}
# There is no standby yet that a commit could wait for.
export PGOPTIONS='-c synchronous_commit=local'
as_owner --set=password="$(cat /run/secrets/database_password)" <<'SQL'
CREATE ROLE events LOGIN PASSWORD :'password';
CREATE DATABASE events OWNER events;
SQL
if [ -e /run/secrets/replication_password ]; then
  as_owner --set=password="$(cat /run/secrets/replication_password)" <<'SQL'
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'password';
SELECT pg_create_physical_replication_slot('standby');
SQL
  echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
fi
unset PGOPTIONS
