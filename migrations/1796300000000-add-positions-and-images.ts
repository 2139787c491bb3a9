import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gigs say until when one can apply and how many they take; events have images; an application can be withdrawn. The columns
 * are null or have a constant default, so that no row is rewritten. `images` is json, since jsonb would put its members into
 * another order.
 */
export class AddPositionsAndImages1796300000000 implements MigrationInterface {
  name = 'AddPositionsAndImages1796300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE events
        ADD COLUMN apply_by timestamptz(3),
        ADD COLUMN positions integer,
        ADD COLUMN images json NOT NULL DEFAULT '[]',
        ADD CONSTRAINT events_positions_check CHECK (positions BETWEEN 1 AND 1000) NOT VALID`);
    await runner.query('ALTER TABLE applications ADD COLUMN withdrawn_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE applications DROP COLUMN withdrawn_at');
    await runner.query('ALTER TABLE events DROP COLUMN images, DROP COLUMN positions, DROP COLUMN apply_by');
  }
}
