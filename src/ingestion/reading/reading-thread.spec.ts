import { CampusFeed } from '../campus/campus.feed.js';
import { FeedError } from '../feed-error.js';
import { ReadingThread } from './reading-thread.js';

const never = new AbortController().signal;

describe('a reading thread', () => {
  const threads: ReadingThread<unknown>[] = [];
  const start = (signal = never) => {
    const thread = new ReadingThread(new CampusFeed(undefined, 0), signal);
    threads.push(thread);
    return thread;
  };
  const write = (thread: ReadingThread<unknown>, text: string) => {
    thread.begin();
    thread.write(new Uint8Array(Buffer.from(text)));
  };
  const ENTRY = { id: 'a', itemHash: 'b', title: 'C', startDate: '2031-03-01T18:00:00Z', campus: 'columbus' };

  afterEach(() => {
    for (const thread of threads.splice(0)) thread.close();
  });

  it('reads the answer of its feed, and is asked about it', async () => {
    const thread = start();
    write(thread, 'cut off');
    write(thread, JSON.stringify({ data: { events: [ENTRY, 7] } }));
    await thread.end();
    expect(await thread.summary()).toMatchObject({ received: 2, events: 1, rejected: 1 });
    expect(await thread.index(0, 9)).toEqual({ externalIds: ['a'], itemHashes: ['b'] });
    expect(await thread.events([0])).toMatchObject([{ externalId: 'a', title: 'C' }]);
    expect(await thread.absent(['a', 'z'])).toEqual(['z']);
  });

  it('fails where the document is not one of its feed, and reads the next', async () => {
    const thread = start();
    write(thread, '<!doctype html>');
    await expect(thread.end()).rejects.toEqual(new FeedError('The feed did not answer JSON.'));
    write(thread, '{"data":{"events":[]}}');
    await thread.end();
    expect(await thread.summary()).toMatchObject({ received: 0 });
  });

  it('fails what it is asked, and all that follows, when its signal aborts', async () => {
    const stop = new AbortController();
    const thread = start(stop.signal);
    const reason = new Error('Stopped.');
    const asked = expect(thread.summary()).rejects.toBe(reason);
    stop.abort(reason);
    await asked;
    await expect(thread.summary()).rejects.toBe(reason);
    expect(() => start(stop.signal)).toThrow(reason);
  });

  it('fails what it is asked after its end', async () => {
    const thread = start();
    thread.close();
    await expect(thread.summary()).rejects.toThrow('The reading thread has ended.');
    await expect(thread.summary()).rejects.toThrow('The reading thread has ended.');
  });
});
