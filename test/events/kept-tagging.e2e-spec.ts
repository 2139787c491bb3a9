import { startApp, type TestApp } from '../support/app.js';
import { eventBody, gigBody } from '../support/factories.js';

describe('the creation of an event', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'keyword' });
  });
  afterAll(() => service.close());
  const text = { title: 'Jazz night', description: 'A concert of the jazz band with free pizza.' };

  it('takes the answer of a preview as it came, and its edited chips', async () => {
    const ann = service.as('ann');
    const { body: preview } = await ann.post('/tagging/preview', { ...text, type: 'EVENT' });
    expect(preview.tags.length).toBeGreaterThan(0);
    for (const tagging of [
      preview,
      { ...preview, tags: ['my chip'], category: 'ACADEMIC', summary: 'Mine.' },
    ]) {
      const { status, body } = await ann.post('/events', { ...eventBody(), ...text, ...tagging });
      expect([status, body]).toEqual([201, expect.objectContaining(tagging)]);
      expect((await ann.get(`/events/${body.id}`)).body).toMatchObject(tagging);
    }
  });

  it.each([
    [{ tags: [] }],
    [{ tags: ['mine'] }],
    [{ category: 'ACADEMIC' }],
    [{ summary: 'Mine.' }],
    [{ tags: null, category: null, summary: null }],
    [{ tags: [], category: null, summary: null }],
    [{ tags: ['mine'], category: 'ACADEMIC', summary: 'Mine.' }],
  ])('keeps %j, and tagging fills the rest', async (sent) => {
    const ann = service.as('ann');
    const { body: preview } = await ann.post('/tagging/preview', { ...text, type: 'GIG' });
    const { body } = await ann.post('/gigs', { ...gigBody(), ...text, ...sent });
    const defined = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
    expect(body).toMatchObject({ ...preview, ...defined });
  });

  it('trims tags, puts them into lower case, and refuses others', async () => {
    const ann = service.as('ann');
    const { body } = await ann.post('/events', { ...eventBody(), tags: [' Jazz ', 'JAZZ'] });
    expect(body.tags).toEqual(['jazz']);
    for (const [sent, pointer] of [
      [{ tags: ['x'.repeat(41)] }, '/tags/0'],
      [{ category: 'PARTY' }, '/category'],
      [{ summary: '' }, '/summary'],
    ] as const) {
      const refused = await ann.post('/events', { ...eventBody(), ...sent });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
    }
  });

  it('alone takes null as tags; a change lists them with the other faults', async () => {
    const ann = service.as('ann');
    const { body } = await ann.post('/events', { ...eventBody(), tags: ['jazz'] });
    const refused = await ann.patch(`/events/${body.id}`, { tags: null, title: '' });
    const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect([refused.status, pointers.sort()]).toEqual([400, ['/tags', '/title']]);
  });

  it('is another request under an idempotency key if its tags differ', async () => {
    const ann = service.as('ann');
    const post = (tags: string[]) =>
      ann.post('/events', { ...eventBody(), tags }, { 'idempotency-key': 'with tags' });
    expect((await post(['a'])).status).toBe(201);
    expect((await post(['b'])).status).toBe(422);
  });
});
