import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { freePort } from '../../src/database/embedded/embedded-process.js';
import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, gigBody } from '../support/factories.js';
import { type Started, startNode } from '../support/node-process.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';
import { SECRET } from '../support/webhook-receiver.js';

const PAGE = 'docs/operating.md';
/** In a folder that finds the packages. */
const FILE = 'dist/mail-receiver.js';

/** An SMTP server (RFC 5321) that takes every mail. */
function takeMail(mails: string[]): Server {
  return createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example ESMTP\r\n');
    let mail: string | undefined;
    createInterface(socket).on('line', (line) => {
      if (mail === undefined) {
        if (line === 'DATA') mail = '';
        socket.write(line === 'DATA' ? '354 Go ahead\r\n' : line === 'QUIT' ? '221 Bye\r\n' : '250 OK\r\n');
      } else if (line === '.') {
        mails.push(mail);
        mail = undefined;
        socket.write('250 OK\r\n');
      } else mail += `${line}\n`;
    });
  });
}

describe(`the receiver of ${PAGE}`, () => {
  const mails: string[] = [];
  let smtp: Server;
  let database: TestDatabase;
  let receiver: Started;
  let service: TestApp;
  let url: string;

  beforeAll(async () => {
    const [, code] = /^```js\n(.*?)^```$/ms.exec(readFileSync(PAGE, 'utf8'))!;
    expect(code!.trim().split('\n').length).toBeLessThanOrEqual(27);
    writeFileSync(FILE, code!);
    const [mailPort, port] = [await freePort(), `${await freePort()}`];
    smtp = takeMail(mails).listen(mailPort, '127.0.0.1');
    database = await createTestDatabase();
    url = `http://127.0.0.1:${port}/`;
    receiver = startNode([FILE], database.url, {
      ...{ PORT: port, OPERATOR: 'operator@example.org', SENDER: 'events@example.org' },
      ...{ SMTP_URL: `smtp://127.0.0.1:${mailPort}`, WEBHOOK_SECRET: SECRET },
    });
    await until(() =>
      fetch(url, { method: 'POST' })
        .then(() => true)
        .catch(() => false),
    );
    service = await startApp({ WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET }, database);
  });
  afterAll(async () => {
    await service.close();
    receiver.child.kill();
    await receiver.exit;
    smtp.close();
    rmSync(FILE);
    await database.drop();
  });

  it('mails a notification to its recipient', async () => {
    const token = signToken({ sub: 'alice', email: 'alice@example.org' });
    await fetch(`${service.url}/users/me`, { headers: { authorization: `Bearer ${token}` } });
    const gig = await createEvent(service.as('alice'), gigBody({ title: 'Stage hands' }));
    expect((await service.as('bob').post(`/gigs/${gig.id}/applications`)).status).toBe(201);
    await until(() => mails.length > 0);
    expect(mails[0]).toContain('From: events@example.org');
    expect(mails[0]).toContain('To: alice@example.org');
    expect(mails[0]).toContain('Subject: APPLICATION_RECEIVED: Stage hands');
    await until(async () => (await database.query('SELECT 1 FROM outbox_messages')).length === 0);
  });

  it('refuses what the service has not signed', async () => {
    const headers = { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
    const count = mails.length;
    expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(500);
    expect(mails).toHaveLength(count);
  });
});
