import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { awaitsAnswer, followAnswers, isBeingAnswered } from './open-answers.js';

describe('an open answer', () => {
  it('is one until it is sent; in between it is under way', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    followAnswers(server);
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const ask = async () => {
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      return (await once(server, 'request')) as [{ socket: Socket }, ServerResponse];
    };
    const [{ socket }, first] = await ask();
    const [, second] = await ask();
    expect([awaitsAnswer(socket), isBeingAnswered(socket)]).toEqual([true, false]);
    second.end('queued');
    expect(isBeingAnswered(socket)).toBe(false);
    first.write('part');
    await once(client, 'data');
    expect(isBeingAnswered(socket)).toBe(true);
    first.end();
    await once(second, 'close');
    expect([awaitsAnswer(socket), isBeingAnswered(socket)]).toEqual([false, false]);
    client.destroy();
    server.close();
  });
});
