import { get, type Scenario, share } from './scenario.js';

const DAY = 86_400_000;
/** Different requests of a connection. */
const VARIANTS = 8;
/** What people have typed so far, some of it misspelled. */
const TYPED = [
  ...['j', 'ja', 'jazz', 'con', 'conc', 'open m', 'spring', 'robo', 'robtics', 'calc', 'calculs', 'yog'],
  ...[
    'ohio union',
    'goodale p',
    'farmers ma',
    'intern',
    'dumplign',
    'tree pl',
    'out',
    'moving',
    'libr',
    'chess',
  ],
];
const FILTERS = [
  '',
  'type=EVENT',
  'category=MUSIC',
  'source=USER',
  'status=OPEN',
  'category=TUTORING&type=GIG',
];

/** What finds events otherwise than as a list of all. */
export const FINDING: Scenario[] = [
  {
    name: 'box',
    title: 'GET /events?bbox= (a town)',
    status: 200,
    without: ['baseline', 'baseline-go'],
    requests: ({ tokens }, connection) =>
      variants(connection, tokens.length, (index) => {
        const [west, south] = [-83.06 + (index % 64) / 10_000, 39.94 + (index % 32) / 10_000];
        return get(
          `/events?limit=20&bbox=${west.toFixed(4)},${south.toFixed(4)},-82.94,40.06&${from(index)}`,
        );
      }),
  },
  {
    name: 'facets',
    title: 'GET /events/facets',
    status: 200,
    without: ['baseline-go'],
    requests: ({ tokens }, connection) =>
      variants(connection, tokens.length, (index) => {
        const filters = FILTERS[index % FILTERS.length]!;
        return get(`/events/facets?${filters}${filters && '&'}${from(index)}`);
      }),
  },
  {
    name: 'suggestions',
    title: 'GET /suggestions?q=',
    status: 200,
    without: ['baseline', 'baseline-go'],
    requests: ({ tokens }, connection) =>
      variants(connection, tokens.length, (index) =>
        get(`/suggestions?q=${encodeURIComponent(TYPED[index % TYPED.length]!)}`),
      ),
  },
  {
    name: 'similar',
    title: 'GET /events/:id/similar',
    status: 200,
    without: ['baseline', 'baseline-go'],
    requests: ({ ids, tokens }, connection) =>
      share(ids, tokens.length, connection).map((id) => get(`/events/${id}/similar`)),
  },
];

function variants<Request>(
  connection: number,
  connections: number,
  request: (index: number) => Request,
): Request[] {
  return Array.from({ length: VARIANTS }, (_, variant) => request(variant * connections + connection));
}

/** A first day, of the last weeks or the next. */
function from(index: number): string {
  return `startDate=${new Date(Date.now() + (((index * 7) % 60) - 30) * DAY).toISOString().slice(0, 10)}`;
}
