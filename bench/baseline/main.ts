/**
 * The floor: what an experienced engineer writes by hand on Fastify and pg for the same contract, with nothing in
 * between. It sends the statements of each request by themselves, on a pool of the same size, in the same transactions,
 * checks tokens and input alike and answers the same JSON; it leaves out what no request of the benchmark needs. The
 * service may send the statements of several requests as one, so it can be faster than the floor.
 */
import fastify from 'fastify';
import { applications } from './applications.js';
import { authentication } from './authentication.js';
import { eventChange } from './event-change.js';
import { eventList } from './event-list.js';
import { events } from './events.js';
import { notifications } from './notifications.js';
import { refusals } from './refusal.js';

const { HOST = '127.0.0.1', PORT } = process.env;

const server = fastify({ bodyLimit: 1024 * 1024 });
refusals(server);
authentication(server);
server.get('/health/ready', () => ({ status: 'ok' }));
eventList(server);
events(server);
eventChange(server);
applications(server);
notifications(server);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
await server.listen({ host: HOST, port: Number(PORT) });
