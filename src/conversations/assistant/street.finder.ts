import { Injectable } from '@nestjs/common';
import { DAY_MS, formatInstant } from '../../common/instant.js';
import { Where } from '../../database/criteria.js';
import { Database } from '../../database/database.js';
import { Replicas } from '../../database/replicas/replicas.js';
import { IS_UNENDED } from '../../events/event-status.js';
import { EventSearch } from '../../events/search/event-search.js';
import type { NamedEvent } from './found.js';
import { type Add, has, wordsOf } from './topics.sql.js';

/** Words of a place that others are looked for by. */
const MOST_WORDS = 8;
/** How far apart two events are whose place is taken for the same. */
const NEAR_TIME = 92 * DAY_MS;
/** A street has a number, as a rule. */
const HAS_NUMBER = /\d/;

/** Finds the street of an event whose address has the town alone. */
@Injectable()
export class StreetFinder {
  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
    private readonly search: EventSearch,
  ) {}

  /** An event with the street that its poster, or its feed, gives for another at the same place, where it has the town alone. */
  async withStreet(event: NamedEvent): Promise<NamedEvent> {
    const { id, place, address, creatorId, startAt } = event;
    if (place === '' || address === null || HAS_NUMBER.test(address)) return event;
    const where = new Where();
    const add: Add = (value) => where.parameter(value);
    where.and(has(wordsOf([place.split(/\s+/).slice(0, MOST_WORDS).join(' ')], ':B'), add));
    where.and(`t.${IS_UNENDED} AND t.location ->> 'name' = ${add(place)}`);
    where.and(`t.creator_id IS NOT DISTINCT FROM ${add(creatorId)}::text`);
    where.and(`t.source = (SELECT source FROM events WHERE id = ${add(id)})`);
    const [first, last] = [-NEAR_TIME, NEAR_TIME].map((by) => add(formatInstant(Date.parse(startAt) + by)));
    where.and(`t.start_at BETWEEN ${first} AND ${last}`);
    where.and(
      `t.location ->> 'address' ~ '\\d' AND position(${add(address)} IN t.location ->> 'address') > 0`,
    );
    const columns = `t.id, t.start_at, t.location ->> 'address' AS address`;
    const text = `WITH ${await this.search.soonest(where, { columns, rows: 1, name: 'sought' })}
      SELECT address FROM sought LIMIT 1`;
    const query = { text, values: where.values };
    const [other] = await this.database.readOn<{ address: string }>(this.replicas.forAll(), query);
    return { ...event, address: other?.address ?? address };
  }
}
