import { createRequire } from 'node:module';

// Loads the libraries, then the service on a message. It stops with the process that has started it.
const { dependencies } = createRequire(import.meta.url)('../../package.json') as { dependencies: object };
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const started = new Promise((resolve) => process.once('message', resolve));
await Promise.all(Object.keys(dependencies).map((name) => import(name).catch(() => undefined)));
await started;
await import('../src/main.js');
