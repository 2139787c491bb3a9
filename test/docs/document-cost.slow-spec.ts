import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startApp, type TestApp } from '../support/app.js';

/** Public responses that are always the same. */
const ALIKE = [
  ...['/openapi.json', '/openapi.yaml', '/docs/guide'],
  ...['/docs/assets/swagger-ui-bundle.js', '/docs/assets/swagger-ui.css', '/docs/assets/document.json'],
];

describe('content that is the same for everyone', () => {
  let service: TestApp;
  /** The processor time of a small response. */
  let small: number;

  beforeAll(async () => {
    service = await startApp();
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) times.push((await costOf('/docs', 'identity')).time);
    small = Math.min(...times);
  });
  afterAll(() => service.close());

  /** Milliseconds of processor time of the service. */
  async function used(): Promise<number> {
    const { text } = await service.as(null).get('/metrics');
    return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)![1]) * 1_000;
  }

  /** The processor time of a response, the mean of 20, and its bytes as sent. */
  async function costOf(path: string, coding: string) {
    let bytes = 0;
    const begin = await used();
    for (let repeats = 0; repeats < 20; repeats += 1) {
      const sent = request(service.url + path, { headers: { 'accept-encoding': coding } }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      bytes = (await buffer(response)).length;
      expect(response.statusCode).toBe(200);
    }
    return { time: ((await used()) - begin) / 20, bytes };
  }

  it.each(ALIKE)('is created and compressed once: %s', async (path) => {
    for (const coding of ['identity', 'gzip', 'br']) {
      // One of five rounds: in others the process may do something else.
      for (let round = 1, isOnce = false; !isOnce; round += 1) {
        const { time, bytes } = await costOf(path, coding);
        // Besides the cost of a request, the bytes are sent: 250 MB take a second.
        isOnce = time < 3 * small + bytes / 250_000;
        if (round === 5) expect({ path, coding, time, isOnce }).toEqual({ path, coding, time, isOnce: true });
      }
    }
  });
});
