import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How sessions of the role that migrates read and write values in this database, whatever the server, the database and the role
 * have. It is not the operator's choice, so a value of the role's own is replaced. Where another role serves, or this one may
 * not, the start says what to do (docs/operating.md, "Limits of the role").
 */
const DEFAULTS = `
  DO $$
  DECLARE
    name text;
    value text;
  BEGIN
    FOR name, value IN VALUES ('datestyle', 'ISO, MDY'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
                              ('bytea_output', 'hex'), ('extra_float_digits', '1'), ('array_nulls', 'on'),
                              ('default_transaction_isolation', 'read committed') LOOP
      -- A session has the settings of the role that logged in.
      EXECUTE format('ALTER ROLE %I IN DATABASE %I SET %I = %L', session_user, current_database(), name, value);
    END LOOP;
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE WARNING 'The role % keeps its defaults: see docs/operating.md, "Limits of the role".', session_user;
  END $$`;

/** Sessions of the service have the same defaults on every server. */
export class SessionDefaults1796000000300 implements MigrationInterface {
  name = 'SessionDefaults1796000000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DEFAULTS);
  }

  /** The settings stay: every version works with them. */
  async down(): Promise<void> {}
}
