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

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  /** Milliseconds of processor time of the service. */
  async function used(): Promise<number> {
    const { text } = await service.as(null).get('/metrics');
    return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)![1]) * 1_000;
  }

  /** The processor time of a response, the minimum of five runs, and its bytes as sent. */
  async function costOf(path: string, coding: string) {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round < 5; round += 1) {
      const begin = await used();
      for (let repeats = 0; repeats < 20; repeats += 1) {
        const headers = { 'accept-encoding': coding };
        const sent = request(service.url + path, { headers }).end();
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        bytes = (await buffer(response)).length;
        expect(response.statusCode).toBe(200);
      }
      times.push(((await used()) - begin) / 20);
    }
    return { time: Math.min(...times), bytes };
  }

  it.each(ALIKE)('is created and compressed once: %s', async (path) => {
    const small = await costOf('/docs', 'identity');
    for (const coding of ['identity', 'gzip', 'br']) {
      const { time, bytes } = await costOf(path, coding);
      // Besides the cost of a request, the bytes are sent: 250 MB take a second.
      const most = 3 * small.time + bytes / 250_000;
      expect({ path, coding, time, isOnce: time < most }).toEqual({ path, coding, time, isOnce: true });
    }
  });
});
