import type { LoadRequest } from './request.js';

const DAY = 86_400_000;
/** Days ahead that pages are read from. */
const COMING_DAYS = 150;

/** What a request does. */
export type RequestKind = 'list' | 'one' | 'create' | 'change' | 'apply';

/** Requests of several kinds in turns. An application goes to a gig that another connection has created before. */
export class Mix {
  /** How many requests each connection has sent. They begin at different kinds. */
  private readonly sent: number[];
  /** Of each connection, the gig that it has created last. */
  private readonly own: (string | undefined)[];
  /** Gigs that nobody has applied to, and the connections that have created them. */
  private readonly openGigs: { id: string; owner: number }[] = [];
  private created = 0;

  /**
   * @param cycle what each connection sends, over and over
   * @param ids of events that are read one by one
   */
  constructor(
    private readonly cycle: readonly RequestKind[],
    private readonly ids: readonly string[],
    connections: number,
  ) {
    this.sent = Array.from({ length: connections }, (_, connection) => connection);
    this.own = Array.from({ length: connections }, () => undefined);
  }

  next(connection: number): LoadRequest {
    const turn = this.sent[connection]!++;
    const kind = this.cycle[turn % this.cycle.length]!;
    if (kind === 'create') return this.create();
    if (kind === 'change' && this.own[connection] !== undefined)
      return json('PATCH', `/events/${this.own[connection]}`, { title: `Stage hands, edition ${turn}` }, 200);
    if (kind === 'apply') {
      const index = this.openGigs.findIndex(({ owner }) => owner !== connection);
      const [gig] = index < 0 ? [] : this.openGigs.splice(index, 1);
      if (gig)
        return json('POST', `/gigs/${gig.id}/applications`, { message: 'I can start at any time.' }, 201);
    }
    return kind === 'list' ? list(turn) : this.one();
  }

  /** Notes the gig that a request has created. */
  onAnswer(connection: number, { path }: LoadRequest, text: string): void {
    if (path !== '/events') return;
    const { id } = JSON.parse(text) as { id: string };
    this.own[connection] = id;
    if (this.cycle.includes('apply')) this.openGigs.push({ id, owner: connection });
  }

  private one(): LoadRequest {
    const id = this.ids[Math.floor(Math.random() * this.ids.length)]!;
    return { method: 'GET', path: `/events/${id}`, status: 200 };
  }

  private create(): LoadRequest {
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

/** A page of coming events. */
function list(turn: number): LoadRequest {
  const from = new Date(Date.now() + (turn % COMING_DAYS) * DAY).toISOString().slice(0, 10);
  return { method: 'GET', path: `/events?limit=20&startDate=${from}`, status: 200 };
}

function json(method: 'POST' | 'PATCH', path: string, body: object, status: number): LoadRequest {
  return { method, path, body: JSON.stringify(body), status };
}
