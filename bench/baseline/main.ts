/**
 * The baseline: what an experienced engineer writes by hand for the same API, on Fastify and pg alone. It checks tokens
 * and input as the service does, answers the same JSON, and has a pool of the same size and the same transactions. It
 * leaves out what no request of the benchmark needs. It sends each request's statements by themselves; the service may
 * send those of several requests as one, and so be the faster one.
 */
import fastify from 'fastify';
import { applications } from './applications.js';
import { authentication } from './authentication.js';
import { eventChange } from './event-change.js';
import { eventList } from './event-list.js';
import { events } from './events.js';
import { facets } from './facets.js';
import { notifications } from './notifications.js';
import { refusals } from './refusal.js';

const { HOST = '127.0.0.1', PORT } = process.env;

const server = fastify({ bodyLimit: 1024 * 1024 });
refusals(server);
authentication(server);
server.get('/health/ready', () => ({ status: 'ok' }));
eventList(server);
facets(server);
events(server);
eventChange(server);
applications(server);
notifications(server);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
await server.listen({ host: HOST, port: Number(PORT) });
