import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type NotificationRow, OpenStream } from './open-stream.js';

const CALLER = { id: 'alice', name: null, picture: null, email: null, expiresAt: 0 };
const notification = (id: string) =>
  ({ id, createdAt: '2030-01-01T00:00:00.000Z', data: 'x'.repeat(4_000_000) }) as unknown as NotificationRow;

describe('a stream whose client does not read', () => {
  it('takes no more notifications after its end, and its errors do not end the process', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    const errors: Error[] = [];
    response.on('error', (error) => errors.push(error));

    const stream = new OpenStream(CALLER, response);
    stream.begin({ createdAt: '', id: '' }, []);
    expect(stream.keepsUp).toBe(true);
    stream.rewind();
    stream.deliver(notification('1'), true);
    expect(stream.keepsUp).toBe(false);
    stream.end();
    for (const id of ['2', '3']) stream.deliver(notification(id), false);
    stream.sendHeartbeat();
    await new Promise(setImmediate);
    expect(stream.keepsUp).toBe(false);
    expect(errors).toEqual([]);
    response.destroy(new Error('reset'));
    client.destroy();
    server.close();
    await once(server, 'close');
  });
});

describe('A stream', () => {
  /** A stream that records what it writes. */
  const recorded = () => {
    const written: string[] = [];
    const response = { on: () => {}, write: (text: string) => written.push(text) };
    const stream = new OpenStream(CALLER, response as unknown as ServerResponse);
    const poll = (...rows: [id: string, second: number, isSettled: boolean][]) => {
      written.length = 0;
      stream.rewind();
      for (const [id, second, isSettled] of rows)
        stream.deliver({ id, createdAt: `2030-01-01T00:00:0${second}.000Z` } as NotificationRow, isSettled);
      return { sent: written.map((text) => /^id: (.*)/.exec(text)?.[1]), reached: stream.reached.id };
    };
    return { stream, poll };
  };

  it('reads from its start if it is polled before that is known', () => {
    const { stream } = recorded();
    stream.rewind();
    stream.begin({ createdAt: 'now', id: 'x' }, []);
    expect([stream.isBehind, stream.reached]).toEqual([true, { createdAt: 'now', id: 'x' }]);
  });

  it('sends what is committed late, and nothing twice', () => {
    const { stream, poll } = recorded();
    stream.begin({ createdAt: '', id: '' }, ['a']);
    expect(poll(['a', 1, false], ['c', 3, false])).toEqual({ sent: ['c'], reached: 'c' });
    expect(poll(['a', 1, true], ['b', 2, false], ['c', 3, false])).toEqual({ sent: ['b'], reached: 'c' });
    expect(poll(['b', 2, false], ['c', 3, true])).toEqual({ sent: [], reached: 'c' });
    expect(poll(['b', 2, true], ['c', 3, true])).toEqual({ sent: [], reached: 'c' });
    expect(poll(['d', 4, false])).toEqual({ sent: ['d'], reached: 'd' });
  });

  it('reads again from the last settled one', () => {
    const { stream, poll } = recorded();
    stream.begin({ createdAt: '', id: '' }, []);
    poll(['a', 1, true], ['b', 2, false], ['c', 3, true]);
    stream.rewind();
    expect(stream.reached.id).toBe('c'); // it has not read all that there is
    stream.isBehind = false;
    stream.rewind();
    expect(stream.reached.id).toBe('a');
  });
});
