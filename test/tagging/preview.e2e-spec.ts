import { startApp, type TestApp } from '../support/app.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { completes, ModelServer, returns } from '../support/model-server.js';

const TEXTS = {
  title: 'Open-air jazz by the river',
  description: 'Three student bands play swing until dark. Bring a blanket and a friend.',
  type: 'EVENT',
};
const NONE = { tags: [], category: null, summary: null };

describe('a preview of tags', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ DAILY_CREATIONS: '3' });
  });
  afterAll(() => service.close());

  it('returns the tags of a creation, for gigs too, and stores nothing', async () => {
    const alice = service.as('alice');
    const preview = await alice.post('/tagging/preview', TEXTS);
    expect(preview).toMatchObject({ status: 200, body: { category: 'MUSIC' } });
    expect(preview.body.tags).toContain('jazz');
    expect((await alice.get('/events')).body.total).toBe(0);
    const { tags, category, summary } = await createEvent(alice, eventBody(TEXTS));
    expect(preview.body).toEqual({ tags, category, summary });
    const gig = { title: 'Guitar teacher', description: 'Teach two children on Sundays.', type: 'GIG' };
    const { body } = await service.as('bob').post('/tagging/preview', gig);
    expect(body).toMatchObject({ category: 'TUTORING' });
  });

  it('counts as a creation, and has its limit', async () => {
    const carol = service.as('carol');
    for (let n = 0; n < 2; n += 1) expect((await carol.post('/tagging/preview', TEXTS)).status).toBe(200);
    expect((await carol.post('/tagging/preview', { ...TEXTS, title: ' ' })).status).toBe(400);
    await createEvent(carol, gigBody());
    const refused = { status: 409, body: { code: 'LIMIT_REACHED' } };
    expect(await carol.post('/tagging/preview', TEXTS)).toMatchObject(refused);
    expect(await carol.post('/events', eventBody())).toMatchObject(refused);
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['/title', '/description', '/type']],
    ['blanks', { title: ' ', description: '\n', type: 'PARTY' }, ['/title', '/description', '/type']],
    ['a member more', { ...TEXTS, location: { name: 'Hall' } }, ['/location']],
  ])('refuses a body of %s', async (_what, body, pointers) => {
    const { status, body: problem } = await service.as('dora').post('/tagging/preview', body);
    expect(status).toBe(400);
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(pointers.sort());
  });

  it('is empty if the tagger fails', async () => {
    const model = closeAfterTest(await ModelServer.start());
    const tagged = closeAfterTest(await startApp(model.environment(), service.database));
    const erin = tagged.as('erin');
    for (const behaviour of [completes('garbage'), returns('', 400)]) {
      model.reset(behaviour);
      expect(await erin.post('/tagging/preview', TEXTS)).toMatchObject({ status: 200, body: NONE });
      expect(model.requests[0]!.data).toMatchObject({ ...TEXTS, location: '' });
    }
  });
});
