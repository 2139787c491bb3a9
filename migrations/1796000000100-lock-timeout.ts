import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * SQL that changes the `lock_timeout` of the migrating role in this database, if it still is that of an
 * earlier migration. An operator's own value stays.
 */
const replace = (from: string, to: string) => `
  DO $$
  BEGIN
    IF EXISTS (
      SELECT FROM pg_db_role_setting
      WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
        AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND 'lock_timeout=${from}' = ANY(setconfig)
    ) THEN
      EXECUTE format('ALTER ROLE %I IN DATABASE %I SET lock_timeout = %L', current_user, current_database(), '${to}');
    END IF;
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE WARNING 'The role % keeps its lock_timeout: see docs/operating.md, "Limits of the role".', current_user;
  END $$`;

/**
 * The default `deadlock_timeout` is 1 s. With a `lock_timeout` of 1 s, a wait ends before the deadlock is
 * detected.
 */
export class LockTimeout1796000000100 implements MigrationInterface {
  name = 'LockTimeout1796000000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(replace('1s', '1500ms'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(replace('1500ms', '1s'));
  }
}
