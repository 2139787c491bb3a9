import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { EventStream } from '../support/event-stream.js';
import { createEvent, gigBody } from '../support/factories.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';

describe('notifications', () => {
  let service: TestApp;
  let owner: Client;
  let applicants = 0;

  beforeAll(async () => {
    service = await startApp();
    owner = service.as('owner');
  });
  afterAll(() => service.close());

  /** Users apply to a new gig, and its owner is notified of each. */
  const notify = async (recipient: Client, count = 1) => {
    const { id } = await createEvent(recipient, gigBody());
    for (let n = 0; n < count; n += 1) {
      applicants += 1;
      const { status } = await service.as(`applicant ${applicants}`).post(`/gigs/${id}/applications`);
      expect(status).toBe(201);
    }
  };

  it('are listed newest first, and counted while unread', async () => {
    const reader = service.as('reader');
    await notify(reader, 3);
    const { body } = await reader.get('/notifications');
    expect(body).toMatchObject({ total: 3 });
    expect(Object.keys(body.data[0])).toEqual([
      'id',
      'type',
      'referenceId',
      'referenceType',
      'recipientId',
      'readAt',
      'createdAt',
      'data',
    ]);
    const times = body.data.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());

    const [first] = body.data;
    const read = (await reader.patch(`/notifications/${first.id}`, { read: true })).body;
    expect(read).toEqual({ ...first, readAt: expect.any(String) });
    expect((await reader.patch(`/notifications/${first.id}`, { read: true })).body).toEqual(read);
    expect((await reader.get('/notifications/unread-count')).body).toEqual({ count: 2 });
    expect((await reader.get('/notifications?unread=true')).body.total).toBe(2);
    expect((await reader.get('/notifications?unread=false')).body.data).toEqual([read]);
    expect((await reader.patch(`/notifications/${first.id}`, { read: false })).body.readAt).toBeNull();
    expect((await reader.patch(`/notifications/${first.id}`, {})).body).toEqual(first);
    expect((await reader.patch('/notifications', {})).body).toEqual({ marked: 0 });
    expect((await reader.patch('/notifications', { read: true })).body).toEqual({ marked: 3 });
    expect((await reader.get('/notifications/unread-count')).body).toEqual({ count: 0 });
  });

  it.each(['unread=1', 'unread=yes', 'nope=1'])('refuse ?%s', async (query) => {
    expect((await owner.get(`/notifications?${query}`)).status).toBe(400);
  });

  describe('on the stream', () => {
    it('are sent to every stream of their recipient, and to nobody else', async () => {
      const [one, two, other] = await Promise.all(
        [owner, owner, service.as('other')].map((who) => EventStream.open(who)),
      );
      await notify(owner);
      const [notification] = await one!.next(1);
      expect(await two!.next(1)).toEqual([notification]);
      expect((await owner.get('/notifications')).body.data[0]).toEqual(notification);
      expect(other!.received).toEqual([]);
      expect(one!.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(one!.response.headers.get('x-request-id')).toBeTruthy();
      await notify(service.as('other'));
      expect(await other!.next(1)).toMatchObject([{ recipientId: 'other' }]);
      for (const stream of [one, two, other]) stream!.close();
    });

    it('are sent even if another instance has created them', async () => {
      const second = await startApp({}, service.database);
      const stream = await EventStream.open(second.as('owner'));
      await notify(owner);
      expect(await stream.next(1)).toMatchObject([{ type: 'APPLICATION_RECEIVED' }]);
      stream.close();
      await second.close();
    });

    it('are sent once while a stream is open, however often it polls', async () => {
      const stream = await EventStream.open(service.as('counter'));
      await notify(service.as('counter'), 3);
      await stream.next(3);
      await notify(service.as('counter'));
      await stream.next(1);
      const ids = stream.received.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      stream.close();
    });

    it('resume after Last-Event-ID', async () => {
      const reader = service.as('resumer');
      const before = await EventStream.open(reader);
      await notify(reader);
      await before.next(1);
      before.close();
      await notify(reader, 2);
      const after = await EventStream.open(reader, { 'last-event-id': before.received[0]!.id });
      await after.next(2);
      const expected = (await reader.get('/notifications?limit=2')).body.data.map(
        ({ id }: { id: string }) => id,
      );
      expect(after.received.map(({ id }) => id)).toEqual(expected.reverse());
      after.close();
    });

    it.each(['nope', '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11', 'x'.repeat(2000)])(
      'start from now after the id %s',
      async (id) => {
        const reader = service.as('anew');
        await notify(reader);
        const stream = await EventStream.open(reader, { 'last-event-id': id });
        await notify(reader);
        await stream.next(1);
        expect(stream.received).toHaveLength(1);
        stream.close();
      },
    );

    it('end with the token', async () => {
      const token = signToken({ sub: 'brief', exp: Math.floor(Date.now() / 1000) + 2 });
      const stream = await EventStream.open(new Client(service.url, token));
      await until(() => stream.ended);
    });

    it('end when the service stops', async () => {
      const second = await startApp({}, service.database);
      const stream = await EventStream.open(second.as('owner'));
      await second.close();
      await until(() => stream.ended);
    });
  });
});
