import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the order in which the members of a location were sent, which jsonb forgets. */
export class KeepLocationAsSent1795910400000 implements MigrationInterface {
  name = 'KeepLocationAsSent1795910400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events ADD COLUMN location_sent json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events DROP COLUMN location_sent');
  }
}
