import { createServer } from 'node:http';

// Boots the built application on request, so that it is imported once a worker of Jest and not once a test file, and not at
// all for unit tests.
// POST /apps {environment} -> {id, url}; POST /apps/ID/jobs/NAME {argument} -> the result of the job; DELETE /apps/ID.
// POST /jobs/NAME {environment} -> the result of the job, in an application of its own.

const apps = new Map();
let lastId = 0;

const built = (path) => import(`../../dist/src/${path}`);

/** The built application, the configuration of an environment, and a log. */
async function prepare(environment) {
  const [application, { Config }, { createLog }] = await Promise.all(
    ['app.js', 'common/config.js', 'common/logging.js'].map(built),
  );
  const config = Config.from(environment);
  return { application, config, log: createLog(config.LOG_LEVEL) };
}

async function start(environment) {
  const { application, config, log } = await prepare(environment);
  const app = await application.createApp(config, log);
  await app.listen(0, '127.0.0.1');
  lastId += 1;
  apps.set(String(lastId), app);
  return { id: String(lastId), url: (await app.getUrl()).replace('[::1]', '127.0.0.1') };
}

async function stop(id) {
  const app = apps.get(id);
  apps.delete(id);
  // The service would wait for further requests of the test on them.
  app?.getHttpServer().closeIdleConnections();
  await app?.close();
  return {};
}

async function runJob(id, name, context) {
  const { JobsService } = await built('jobs/jobs.service.js');
  return apps
    .get(id)
    .get(JobsService, { strict: false })
    .run(name, { signal: new AbortController().signal, ...context });
}

async function runJobAlone(name, environment) {
  const { application, config, log } = await prepare(environment);
  return application.runJob(config, log, name, { signal: new AbortController().signal });
}

async function handle(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = () => JSON.parse(Buffer.concat(chunks));
  const [, kind, id, , job] = request.url.split('/');
  if (kind === 'jobs') return runJobAlone(id, body());
  if (request.method === 'DELETE') return stop(id);
  return id ? runJob(id, job, body()) : start(body());
}

const server = createServer((request, response) => {
  handle(request).then(
    (result) => response.end(JSON.stringify(result ?? null)),
    (error) => response.writeHead(500).end(JSON.stringify({ name: error.name, message: error.message })),
  );
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('disconnect', () => process.exit());
