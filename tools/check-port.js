import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Begins `npm start`, `npm run dev` and `npm run demo` (package.json): a port that is taken is reported before
 * the build, which takes a minute. So this file needs no build. `src/main.ts` checks the port, too.
 */
async function main() {
  try {
    process.loadEnvFile();
  } catch {
    // There is no .env, or the service reports what is wrong with it.
  }
  const { PORT, HOST, NODE_ENV, npm_lifecycle_event: script = 'start' } = process.env;
  const port = Number(PORT || 3000);
  const host = HOST || (NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1');
  if (!(port >= 0 && port < 65_536)) return; // the service reports a bad PORT
  const probe = createServer();
  try {
    await once(probe.listen(port, host.replace(/^\[(.*)\]$/, '$1')), 'listening');
    probe.close();
  } catch ({ code }) {
    if (code !== 'EADDRINUSE') return; // the service reports other faults
    const again = `PORT=${port < 65_535 ? port + 1 : 3000} npm run ${script}`;
    process.stderr.write(
      `Port ${port} is taken on ${host}. Stop what runs there, or choose another: ${again}\n`,
    );
    process.exitCode = 1;
  }
}

await main();
