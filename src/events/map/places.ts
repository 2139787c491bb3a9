import { readFileSync } from 'node:fs';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { z } from 'zod';
import { Config, ConfigError } from '../../common/config.js';
import { Database } from '../../database/database.js';
import { runLong, Transactions } from '../../database/transactions.js';
import { wrapped } from './area.js';

/** Maximum number of names in a file, including aliases. */
const MAX_NAMES = 10_000;
/** Timeout of the update of events, in milliseconds. */
const TIMEOUT = 600_000;

const name = z.string().trim().min(1).max(200);
const PLACES = z.array(
  z.strictObject({
    name,
    aliases: z.array(name).default([]),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180).transform(wrapped),
    address: z.string().nullish(),
  }),
);
/** A place that the locations of events can name. */
type Place = z.output<typeof PLACES>[number];

/** The names whose place has changed, with the new one if any. TypeORM has no temporary tables. */
const COMPARE = `
  CREATE TEMPORARY TABLE changed_places ON COMMIT DROP AS
  SELECT name, file.latitude, file.longitude FROM places FULL JOIN (
    SELECT DISTINCT ON (btrim(fold(each))) btrim(fold(each)) AS name, latitude, longitude
    FROM json_to_recordset($1) AS place (name text, aliases text[], latitude float8, longitude float8),
         unnest(aliases || name) AS each) file USING (name)
  WHERE (file.latitude, file.longitude) IS DISTINCT FROM (places.latitude, places.longitude)`;
const REPLACE = `
  DELETE FROM places WHERE name IN (SELECT name FROM changed_places);
  INSERT INTO places SELECT * FROM changed_places WHERE latitude IS NOT NULL`;
/** Updates the events of changed places. TypeORM does not support joins in an UPDATE. */
const UPDATE_EVENTS = `
  UPDATE events SET place_latitude = place.latitude, place_longitude = place.longitude,
    version = version + 1, updated_at = now()
  FROM changed_places place WHERE btrim(fold(location ->> 'name')) = place.name`;

/** Imports the places of `PLACES_FILE`. Events that name one without own coordinates get its coordinates. */
@Injectable()
export class Places implements OnApplicationBootstrap {
  private readonly logger = new Logger(Places.name);
  private readonly places: Place[];

  constructor(
    { PLACES_FILE }: Config,
    private readonly database: Database,
    private readonly transactions: Transactions,
  ) {
    this.places = PLACES_FILE ? readPlaces(PLACES_FILE) : [];
  }

  /** Imports the file, once the database is available, if it differs from that of the last import. */
  async onApplicationBootstrap(): Promise<void> {
    const warn = ({ message }: Error) => this.logger.warn(`The places were not imported: ${message}`);
    await this.database.briefly(this.importFile().catch(warn));
  }

  private async importFile(): Promise<void> {
    if (!(await this.database.available())) return;
    await this.transactions.runExclusive('places', async (manager) => {
      const changed = await runLong(manager, COMPARE, [JSON.stringify(this.places)]);
      if (changed === 0) return;
      await manager.query(REPLACE);
      await runLong(manager, UPDATE_EVENTS, [], TIMEOUT);
    });
  }
}

/** Reads the places of a file (operating.md, "Places"). @throws ConfigError with the fault of the file */
export function readPlaces(path: string): Place[] {
  const refuse = (reason: string) => new ConfigError(`Bad configuration:\n  PLACES_FILE: ${path} ${reason}`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse(code ? `cannot be read (${code}).` : `is not JSON: ${message}.`);
  }
  const { success, data, error } = PLACES.safeParse(content);
  if (!success) throw refuse(`does not list places:\n${z.prettifyError(error)}`);
  const places = new Map<string, Place>();
  for (const place of data)
    for (const each of [place.name, ...place.aliases]) {
      const folded = each
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '');
      const other = places.get(folded) ?? place;
      if (other !== place)
        throw refuse(`gives the name "${each}" to two places, "${other.name}" and "${place.name}".`);
      places.set(folded, place);
    }
  if (places.size > MAX_NAMES) throw refuse(`has more than ${MAX_NAMES} names.`);
  return data;
}
