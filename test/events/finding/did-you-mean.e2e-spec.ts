import { startApp, type TestApp } from '../../support/app.js';
import { createEvent, gigBody } from '../../support/factories.js';

describe('didYouMean', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    const alice = service.as('alice');
    await createEvent(alice, { title: 'Jazz festival', location: { name: 'Goodale Park' } });
    await createEvent(alice, { title: 'Chess marathon' });
    await createEvent(alice, gigBody({ title: 'Calculus tutor' }));
    await service.runJob('suggestions');
  });
  afterAll(() => service.close());

  const meant = async (path: string) => (await service.as('bob').get(path)).body.didYouMean;

  it.each([
    ['/events?q=jazz', null],
    ['/events?q=jaz%20festvial', 'jazz festival'],
    ['/events?q=%22jaz%22%20-chess', '"jazz" -chess'],
    ['/events?q=Goodale%20Prak', 'Goodale park'],
    ['/events?q=kazz', 'jazz'],
    ['/events?q=marathn%20jazz', null],
    ['/events?q=zzzzzzz', null],
    ['/events?q=%3F', null],
    ['/events?q=jazz&offset=50', null],
    ['/gigs?q=calclus', 'calculus'],
    ['/gigs?q=jaz', null],
    ['/events?q=jzaz&type=GIG', null],
    ['/events?q=jzaz&startDate=2031-03-01', 'jazz'],
    ['/events?q=jzaz&startDate=2032-03-01', null],
    ['/events?q=jaz&bbox=0,0,1,1', null],
  ])('of GET %s is %j', async (path, expected) => expect(await meant(path)).toBe(expected));

  it('is the last member of the page, and only in ranked lists', async () => {
    const { body } = await service.as('bob').get('/events?q=jaz');
    expect(Object.keys(body)).toEqual([
      'data',
      'total',
      'totalIsExact',
      'limit',
      'offset',
      'nextCursor',
      'didYouMean',
    ]);
    for (const path of ['/events', '/events?q=', '/events?q=%20', '/events?q=jaz&sort=startAt', '/gigs'])
      expect((await service.as('bob').get(path)).body).not.toHaveProperty('didYouMean');
  });

  it('proposes only searches with matches', async () => {
    for (const q of ['jaz festvial', 'chss', 'mrathon', 'calculs tutr']) {
      const other = await meant(`/events?q=${encodeURIComponent(q)}`);
      const { body } = await service.as('bob').get(`/events?q=${encodeURIComponent(other)}`);
      expect(body.total).toBeGreaterThan(0);
    }
  });
});
