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
    stream.deliver(notification('1'));
    stream.end();
    for (const id of ['2', '3']) stream.deliver(notification(id));
    stream.advance([notification('4')]);
    stream.sendHeartbeat();
    await new Promise(setImmediate);
    expect(stream.isOver).toBe(true);
    expect(errors).toEqual([]);
    response.destroy(new Error('reset'));
    client.destroy();
    server.close();
    await once(server, 'close');
  });
});
