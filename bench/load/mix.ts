import type { Shot } from './steady-load.js';

const DAY = 86_400_000;
/** Days ahead that pages are read from. */
const COMING_DAYS = 150;

/** What a connection does next. */
export type Act = 'list' | 'one' | 'create' | 'change' | 'apply';

/** Requests of many kinds in turns; those that need a gig of somebody's take one that was created before. */
export class Mix {
  private readonly turns: number[];
  /** Of each connection, the gig that it has created last. */
  private readonly own: (string | undefined)[];
  /** Gigs that nobody has applied to, and whose they are. */
  private readonly open: { id: string; owner: number }[] = [];
  private created = 0;

  /**
   * @param acts what each connection does, over and over
   * @param ids of events that are read one by one
   */
  constructor(
    private readonly acts: readonly Act[],
    private readonly ids: readonly string[],
    connections: number,
  ) {
    this.turns = Array.from({ length: connections }, (_, connection) => connection);
    this.own = Array.from({ length: connections }, () => undefined);
  }

  next(connection: number): Shot {
    const turn = this.turns[connection]!++;
    const act = this.acts[turn % this.acts.length]!;
    if (act === 'create') return this.create();
    if (act === 'change' && this.own[connection] !== undefined)
      return json('PATCH', `/events/${this.own[connection]}`, { title: `Stage hands, edition ${turn}` }, 200);
    if (act === 'apply') {
      const gig = this.open.findIndex(({ owner }) => owner !== connection);
      const [taken] = gig < 0 ? [] : this.open.splice(gig, 1);
      if (taken)
        return json('POST', `/gigs/${taken.id}/applications`, { message: 'I can start at any time.' }, 201);
    }
    return act === 'list' ? list(turn) : this.one();
  }

  /** Takes note of a good answer. */
  answered(connection: number, { path }: Shot, text: string): void {
    if (path !== '/events') return;
    const { id } = JSON.parse(text) as { id: string };
    this.own[connection] = id;
    if (this.acts.includes('apply')) this.open.push({ id, owner: connection });
  }

  private one(): Shot {
    const id = this.ids[Math.floor(Math.random() * this.ids.length)]!;
    return { method: 'GET', path: `/events/${id}`, status: 200 };
  }

  private create(): Shot {
    this.created += 1;
    const startAt = Date.parse('2030-01-01T17:00:00Z') + (this.created % 1_000) * DAY;
    const gig = {
      title: `Stage hands for concert number ${this.created}`,
      description:
        'We are setting up the stage, the lights and two hundred chairs ' +
        'for the spring concert and look for people ' +
        'who like to lend a hand. Work starts in the afternoon and ends when the last cable is rolled up.',
      type: 'GIG',
      location: { name: 'Ohio Union, Archie Griffin Ballroom', address: '1739 N High St, Columbus, OH' },
      startAt: new Date(startAt).toISOString(),
      endAt: new Date(startAt + DAY / 4).toISOString(),
      compensation: { amount: 18.5, currency: 'USD', type: 'HOURLY' },
    };
    return json('POST', '/events', gig, 201);
  }
}

/** One page or another of those that are still to come. */
function list(turn: number): Shot {
  const from = new Date(Date.now() + (turn % COMING_DAYS) * DAY).toISOString().slice(0, 10);
  return { method: 'GET', path: `/events?limit=20&startDate=${from}`, status: 200 };
}

function json(method: 'POST' | 'PATCH', path: string, body: object, status: number): Shot {
  return { method, path, body: JSON.stringify(body), status };
}
