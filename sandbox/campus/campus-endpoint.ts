import { createHash } from 'node:crypto';
import type { Endpoint } from '../sandbox-server.js';

/**
 * `GET /events` as the campus feed serves it. `lastModified` is the time of the first answer with these events.
 */
export function campusEndpoint(events: () => readonly unknown[], now: () => Date): Endpoint {
  let lastHash = '';
  let lastModified = '';
  return {
    name: 'campus',
    serves: (method, path) => method === 'GET' && path === '/events',
    answer: () => {
      const text = JSON.stringify(events());
      const hash = createHash('md5').update(text).digest('hex');
      if (hash !== lastHash) {
        lastHash = hash;
        lastModified = now().toISOString();
      }
      return {
        status: 200,
        body: `{"lastModified":"${lastModified}","status":"success","data":{"events":${text}}}`,
      };
    },
  };
}
