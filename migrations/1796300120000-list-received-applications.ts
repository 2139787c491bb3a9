import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex, shortTransaction } from '../src/database/migrations/online-changes.js';

/** Rows of a batch: some hundredths of a second. */
const BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const INDEXES: [name: string, definition: string][] = [
  // With the gig at its end, totals and what an offset skips are read from the index alone.
  [
    'applications_owner_id_status_created_at_idx',
    'ON applications (owner_id, status, created_at, id, gig_id)',
  ],
  // What counts against a gig's positions.
  ['applications_accepted_idx', `ON applications (gig_id) WHERE status = 'ACCEPTED'`],
];

/**
 * Lets an owner's applications be listed over all gigs along one index: each application names the owner of its gig, who never
 * changes. The trigger names the owner where the statement does not: those of the version before, and those of a bulk load.
 */
export class ListReceivedApplications1796300120000 implements MigrationInterface {
  name = 'ListReceivedApplications1796300120000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, async () => {
      await runner.query('ALTER TABLE applications ADD COLUMN IF NOT EXISTS owner_id text');
      // By its schema, for a restore of a dump runs without a search path.
      const [{ schema }] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
      await runner.query(`
        CREATE OR REPLACE FUNCTION name_gig_owner() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            SELECT creator_id INTO NEW.owner_id FROM ${schema}.events WHERE id = NEW.gig_id;
            RETURN NEW;
          END $$`);
      await runner.query('DROP TRIGGER IF EXISTS applications_owner_id ON applications');
      await runner.query(`
        CREATE TRIGGER applications_owner_id BEFORE INSERT ON applications
          FOR EACH ROW WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION name_gig_owner()`);
    });
    await nameOwners(runner);
    for (const [name, definition] of INDEXES) await buildIndex(runner, name, definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await dropIndex(runner, name);
    await shortTransaction(runner, async () => {
      await runner.query('DROP TRIGGER applications_owner_id ON applications');
      await runner.query('ALTER TABLE applications DROP COLUMN owner_id');
      await runner.query('DROP FUNCTION name_gig_owner');
    });
  }
}

/** Goes through the table by its key, a short transaction a batch. Rows that name their owner stay as they are. */
async function nameOwners(runner: QueryRunner): Promise<void> {
  let last: { gig_id: string; id: string } | undefined = { gig_id: BEFORE_ALL, id: BEFORE_ALL };
  while (last) {
    const { gig_id, id } = last;
    last = await shortTransaction(runner, async () => {
      const batch: { gig_id: string; id: string }[] = await runner.query(
        `SELECT gig_id, id FROM applications WHERE (gig_id, id) > ($1, $2) ORDER BY gig_id, id LIMIT ${BATCH}`,
        [gig_id, id],
      );
      await runner.query(
        `UPDATE applications a SET owner_id = e.creator_id
         FROM unnest($1::uuid[], $2::uuid[]) AS batch (gig_id, id), events e
         WHERE a.gig_id = batch.gig_id AND a.id = batch.id AND e.id = batch.gig_id AND a.owner_id IS NULL`,
        [batch.map((row) => row.gig_id), batch.map((row) => row.id)],
      );
      return batch.length === BATCH ? batch.at(-1) : undefined;
    });
  }
}
