import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { Database } from '../../database/database.js';
import { runLong, Transactions } from '../../database/transactions.js';
import { EventEntity } from '../event.entity.js';
import { readPlaces } from './place-file.js';

/** The advisory lock of who takes over a file of places, over all instances. */
const LOCK = 4_715_291_205;
/** Milliseconds that the events of changed places may take. */
const TIMEOUT = 600_000;

const READ = `
  CREATE TEMPORARY TABLE read_places ON COMMIT DROP AS
  SELECT DISTINCT ON (btrim(fold(name))) btrim(fold(name)) AS name, latitude, longitude
  FROM json_to_recordset($1) AS place (name text, latitude float8, longitude float8)`;
const CHANGED = `
  CREATE TEMPORARY TABLE changed_places ON COMMIT DROP AS
  (TABLE read_places EXCEPT TABLE places) UNION (TABLE places EXCEPT TABLE read_places)`;
const REPLACE = `
  DELETE FROM places WHERE name IN (SELECT name FROM changed_places);
  INSERT INTO places TABLE read_places ON CONFLICT DO NOTHING`;
/**
 * The places of `PLACES_FILE`, which give coordinates to events that name them and have none of their own. A trigger looks them up
 * whenever an event is written.
 */
@Injectable()
export class Places implements OnApplicationBootstrap {
  private readonly logger = new Logger(Places.name);
  private readonly places = this.config.PLACES_FILE ? readPlaces(this.config.PLACES_FILE) : [];

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly transactions: Transactions,
  ) {}

  /** Takes over the file where it has changed since the last start, of whichever instance. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.database.ready();
      await this.takeOver();
    } catch (error) {
      this.logger.warn(`PLACES_FILE is not in force: ${(error as Error).message}`);
    }
  }

  private takeOver(): Promise<void> {
    const named = this.places.flatMap(({ name, aliases, latitude, longitude }) =>
      [name, ...aliases].map((each) => ({ name: each, latitude, longitude })),
    );
    return this.transactions.run(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await manager.query(READ, [JSON.stringify(named)]);
      await manager.query(CHANGED);
      const [{ count }] = await manager.query('SELECT count(*)::int AS count FROM changed_places');
      if (count === 0) return;
      await manager.query(REPLACE);
      // A trigger gives an event that is written the coordinates of its place.
      const write = manager
        .createQueryBuilder()
        .update(EventEntity)
        .set({ location: () => 'location' });
      const [text, values] = write
        .where(`btrim(fold(location ->> 'name')) IN (SELECT name FROM changed_places)`)
        .getQueryAndParameters();
      await runLong(manager, text, values, TIMEOUT);
    });
  }
}
