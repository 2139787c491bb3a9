#!/bin/sh
# Runs once, when the primary's data folder is made.
set -eu
events_password=$(cat /run/secrets/database_password)
replication_password=$(cat /run/secrets/replication_password)
psql --set=ON_ERROR_STOP=1 --username=postgres \
  --set=events_password="$events_password" --set=replication_password="$replication_password" <<'SQL'
-- There is no standby yet that a commit could wait for.
SET synchronous_commit = local;
CREATE ROLE events LOGIN PASSWORD :'events_password';
CREATE DATABASE events OWNER events;
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'replication_password';
SELECT pg_create_physical_replication_slot('standby');
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
