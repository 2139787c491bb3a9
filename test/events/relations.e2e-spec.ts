import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';

const titles = ({ body }: { body: { data: { title: string }[] } }) =>
  body.data.map(({ title }) => title).sort();

describe('relation=', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    const [owner, bob] = [service.as('owner'), service.as('bob')];
    const startAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const gigs = ['applied', 'accepted', 'rejected', 'withdrawn', 'untouched'];
    const ids = new Map<string, string>();
    for (const title of gigs)
      ids.set(title, (await createEvent(owner, gigBody({ title, startAt, endAt: null }))).id);
    for (const title of ['saved', 'bookmarked', 'both', 'viewed'])
      ids.set(title, (await createEvent(owner, { title, startAt, endAt: null })).id);
    ids.set('created', (await createEvent(bob, { title: 'created', startAt, endAt: null })).id);
    const act = (title: string, action: string) =>
      bob.post(`/events/${ids.get(title)}/interactions`, { action });
    await act('saved', 'SAVE');
    await act('bookmarked', 'BOOKMARK');
    await act('both', 'SAVE');
    await act('both', 'BOOKMARK');
    await act('viewed', 'VIEW');
    for (const title of gigs.slice(0, 4)) {
      const path = `/gigs/${ids.get(title)}/applications`;
      const { body } = await bob.post(path);
      if (title === 'withdrawn') await bob.put(`${path}/${body.id}/withdrawal`);
      if (title === 'accepted' || title === 'rejected')
        await owner.patch(`${path}/${body.id}`, { status: title.toUpperCase() });
    }
  });
  afterAll(() => service.close());

  it.each([
    ['SAVED', ['both', 'saved']],
    ['BOOKMARKED', ['bookmarked', 'both']],
    ['APPLIED', ['accepted', 'applied']],
    ['ACCEPTED', ['accepted']],
    ['CREATED', ['created']],
    ['SAVED,BOOKMARKED', ['bookmarked', 'both', 'saved']],
    ['SAVED,CREATED,ACCEPTED', ['accepted', 'both', 'created', 'saved']],
  ])(
    '%s lists the events of the caller alone, in every order, and counts them',
    async (relation, expected) => {
      const query = `relation=${relation}`;
      for (const order of ['', '&sort=startAt', '&sort=-createdAt', '&when=week']) {
        const page = await service.as('bob').get(`/events?${query}${order}`);
        expect([order, titles(page), page.body.total]).toEqual([order, expected, expected.length]);
      }
      expect((await service.as('stranger').get(`/events?${query}`)).body).toMatchObject({
        data: [],
        total: 0,
      });
      const { body } = await service.as('bob').get(`/events/facets?${query}`);
      const counted = body.type.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
      expect(counted).toBe(expected.length);
    },
  );

  it('goes with every other filter, with words, and with gigs', async () => {
    const bob = service.as('bob');
    const all = 'relation=SAVED,BOOKMARKED,APPLIED,CREATED';
    expect(titles(await bob.get(`/gigs?${all}`))).toEqual(['accepted', 'applied']);
    expect(titles(await bob.get(`/events?${all}&type=EVENT&creatorId=owner`))).toEqual([
      'bookmarked',
      'both',
      'saved',
    ]);
    expect(titles(await bob.get(`/events?${all}&q=saved`))).toEqual(['saved']);
    expect(titles(await bob.get(`/events?${all}&q=saved&sort=startAt`))).toEqual(['saved']);
    expect(titles(await bob.get(`/events?${all}&startDate=2099-01-01`))).toEqual([]);
    expect(titles(await bob.get(`/events?${all}&from=2000-01-01&to=2099-01-01`))).toHaveLength(6);
    expect((await bob.get('/events?relation=LIKED')).status).toBe(400);
  });

  it('pages by a cursor that belongs to its caller', async () => {
    const [bob, owner] = [service.as('bob'), service.as('owner')];
    for (const query of [
      'relation=SAVED,BOOKMARKED,APPLIED,CREATED',
      'creatorId=me',
      'relation=CREATED&q=viewed or saved',
    ]) {
      const caller = query.startsWith('relation=S') ? bob : owner;
      const other = caller === bob ? owner : bob;
      const seen: string[] = [];
      for (let cursor = ''; cursor !== 'null'; ) {
        const { body } = await caller.get(`/events?${query}&limit=1${cursor && `&cursor=${cursor}`}`);
        seen.push(...titles({ body }));
        if (body.nextCursor) {
          const foreign = await other.get(`/events?${query}&limit=1&cursor=${body.nextCursor}`);
          expect([foreign.status, foreign.body.errors[0].pointer]).toEqual([400, 'cursor']);
        }
        cursor = String(body.nextCursor);
      }
      expect(seen.sort()).toEqual(titles(await caller.get(`/events?${query}&limit=100`)));
      expect(seen.length).toBeGreaterThan(1);
    }
  });

  it('is that of each caller, where forty read at once', async () => {
    const callers = Array.from({ length: 40 }, (_, n) => (n % 2 ? 'bob' : n % 4 ? 'owner' : 'stranger'));
    const pages = await Promise.all(
      callers.map((id) => service.as(id).get('/events?relation=CREATED&limit=100')),
    );
    pages.forEach(({ status, body }, n) => {
      if (status === 503) return; // the queue of one user is bounded
      const creators = new Set(body.data.map(({ creatorId }: { creatorId: string }) => creatorId));
      expect([...creators]).toEqual(callers[n] === 'stranger' ? [] : [callers[n]]);
    });
    expect(pages.filter(({ status }) => status === 200).length).toBeGreaterThan(5);
  });

  it('and creatorId=me are those of the owner in a calendar, at each read', async () => {
    const bob = service.as('bob');
    for (const filter of ['relation=SAVED', 'creatorId=me']) {
      const { body } = await bob.post('/calendars', { kind: 'EVENTS', filter });
      const read = async () => {
        const { text } = await service.as(null).get(new URL(body.icsUrl).pathname);
        return [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title).sort();
      };
      expect(await read()).toEqual(filter === 'creatorId=me' ? ['created'] : ['both', 'saved']);
    }
  });
});

describe('several values', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    for (const [creator, tags] of [
      ['ann', ['Jazz']],
      ['bob', ['choir', 'jazz']],
      ['me', ['opera', 'opera, baroque']],
    ] as const)
      await createEvent(service.as(creator), { title: creator, description: 'A concert.', tags: [...tags] });
  });
  afterAll(() => service.close());

  it.each([
    ['tag=jazz', ['ann', 'bob']],
    ['tag=JAZZ,opera', ['ann', 'bob', 'me']],
    ['tag=nothing', []],
    ['creatorId=ann', ['ann']],
    ['creatorId=ann,bob', ['ann', 'bob']],
    ['creatorId=me', ['ann']],
    ['creatorId=me,bob', ['ann', 'bob']],
    ['creatorId[]=bob&creatorId[]=me', ['ann', 'bob']],
    ['tag%5B0%5D=opera&tag%5B1%5D=choir', ['bob', 'me']],
    ['type[]=EVENT&type[]=GIG', ['ann', 'bob', 'me']],
    ['type[]=GIG', []],
    ['tag[]=opera, baroque&tag[]=none', ['me']],
    ['tag=opera, baroque', ['me']],
    ['tag=baroque', []],
  ])('of %s find the events with any of them', async (query, expected) => {
    for (const order of ['', '&sort=-createdAt', '&q=concert'])
      expect([order, titles(await service.as('ann').get(`/events?${query}${order}`))]).toEqual([
        order,
        expected,
      ]);
  });

  it.each([`tag=${Array.from({ length: 21 }, (_, n) => n)}`, 'limit[]=5', 'type[x]=GIG', 'type[]=PARTY'])(
    'refuse %s',
    async (query) => expect((await service.as('ann').get(`/events?${query}`)).status).toBe(400),
  );
});
