import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';

describe('the note of a decision', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  afterAll(() => service.close());

  async function applied(...applicants: string[]) {
    const { id } = await createEvent(service.as('owner'), gigBody());
    const path = `/gigs/${id}/applications`;
    const ids: string[] = [];
    for (const applicant of applicants) ids.push((await service.as(applicant).post(path)).body.id);
    return { path, ids };
  }
  const notesOf = async (user: string) => {
    const { body } = await service.as(user).get('/notifications');
    return body.data.map(({ type, data }: { type: string; data: object }) => [
      type,
      (data as { note?: string }).note,
    ]);
  };

  it('is with the application and in the notification, for owner and applicant', async () => {
    const { path, ids } = await applied('ann');
    const note = 'See you at eight,\nat the back door.';
    const decided = await service
      .as('owner')
      .patch(`${path}/${ids[0]}`, { status: 'ACCEPTED', note: ` ${note}\n` });
    expect([decided.status, decided.body.note]).toEqual([200, note]);
    for (const user of ['owner', 'ann'])
      expect((await service.as(user).get(`${path}/${ids[0]}`)).body).toEqual(decided.body);
    expect((await service.as('ann').get('/applications')).body.data[0].note).toBe(note);
    expect((await service.as('owner').get('/applications/received')).body.data[0].note).toBe(note);
    expect((await service.as('owner').get(path)).body.data[0].note).toBe(note);
    expect(await notesOf('ann')).toEqual([['APPLICATION_ACCEPTED', note]]);
    expect(await notesOf('owner')).toEqual([['APPLICATION_RECEIVED', undefined]]);
  });

  it('goes to each of several applicants', async () => {
    const { path, ids } = await applied('bob', 'carol');
    const { body } = await service.as('owner').patch(path, { ids, status: 'REJECTED', note: 'Next time.' });
    expect(body.data.map(({ application }: { application: { note: string } }) => application.note)).toEqual([
      'Next time.',
      'Next time.',
    ]);
    for (const user of ['bob', 'carol'])
      expect(await notesOf(user)).toEqual([['APPLICATION_REJECTED', 'Next time.']]);
  });

  it('is null without words, and before and after a withdrawal', async () => {
    const { path, ids } = await applied('dave');
    expect((await service.as('dave').get(`${path}/${ids[0]}`)).body.note).toBeNull();
    expect((await service.as('dave').put(`${path}/${ids[0]}/withdrawal`)).body.note).toBeNull();
    await service.as('dave').delete(`${path}/${ids[0]}/withdrawal`);
    const { body } = await service.as('owner').patch(`${path}/${ids[0]}`, { status: 'REJECTED', note: null });
    expect([body.note, await notesOf('dave')]).toEqual([null, [['APPLICATION_REJECTED', null]]]);
  });

  it('is null in notifications from before there were notes', async () => {
    await service.database.query(
      `INSERT INTO notifications (id, recipient_id, type, reference_id, data) VALUES
         (gen_random_uuid(), 'old', 'APPLICATION_ACCEPTED', 'x', '{"gigId": "x", "gigTitle": "X", "applicantName": null}')`,
    );
    expect(await notesOf('old')).toEqual([['APPLICATION_ACCEPTED', null]]);
  });

  it.each([
    [{ note: 'alone' }, '/status'],
    [{ status: 'ACCEPTED', note: ' ' }, '/note'],
    [{ status: 'ACCEPTED', note: 'x'.repeat(2001) }, '/note'],
    [{ status: 'ACCEPTED', note: 'a\u0007' }, '/note'],
    [{ status: 'ACCEPTED', note: 7 }, '/note'],
  ])('refuses %j', async (sent, pointer) => {
    const { path, ids } = await applied('eve');
    for (const [target, body] of [
      [`${path}/${ids[0]}`, sent],
      [path, { ids, ...sent }],
    ] as const) {
      const refused = await service.as('owner').patch(target, body);
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
    }
    expect((await service.as('eve').get(`${path}/${ids[0]}`)).body.status).toBe('PENDING');
  });
});
