import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The formats of values in sessions of the login role in this database, whatever the defaults of the server,
 * the database and the role. They are not configurable, so existing settings of the role are replaced. If
 * another role serves, or the role may not set them, the service reports at the start what to do
 * (docs/operating.md, "Limits of the role").
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

/** Gives sessions of the service the same defaults on every server. */
export class SessionDefaults1796000000300 implements MigrationInterface {
  name = 'SessionDefaults1796000000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DEFAULTS);
  }

  /** The settings stay: every version works with them. */
  async down(): Promise<void> {}
}
