import { createHmac } from 'node:crypto';
import type { Endpoint } from './sandbox-server.js';

/** For `WEBHOOK_SECRET`: no secret, since the sandbox is on this machine only. */
export const SANDBOX_SECRET = `whsec_${Buffer.from('the webhook secret of the demo').toString('base64')}`;
/** How many messages are kept. */
const KEPT = 50;

/** `POST /webhooks` takes the service's messages, and `GET` shows them, the newest first. */
export function webhookEndpoint(): Endpoint {
  const messages: object[] = [];
  const key = Buffer.from(SANDBOX_SECRET.replace('whsec_', ''), 'base64');
  return {
    name: 'webhook',
    serves: (method, path) => ['GET', 'POST'].includes(method) && path === '/webhooks',
    respond: ({ headers, body }) => {
      if (!body) return { status: 200, body: `${JSON.stringify(messages, null, 2)}\n` };
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      if (signature !== `v1,${expected}`)
        return { status: 401, body: '{"message": "The signature is wrong."}' };
      messages.unshift({ id, ...JSON.parse(body) });
      messages.splice(KEPT);
      return { status: 200, body: '{}' };
    },
  };
}
