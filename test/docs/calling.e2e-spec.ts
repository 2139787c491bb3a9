import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROBLEMS } from '../../src/common/problem.js';
import { startApp, type TestApp } from '../support/app.js';
import { document } from '../support/document.js';
import { codeOf, tableOf } from './markdown.js';

const PAGE = 'docs/calling.md';
const hasShell = ['bash', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);

describe(PAGE, () => {
  it('says for every code how a user interface handles it', () => {
    const rows = tableOf(PAGE, 'Code', 'Status', 'What a user interface does');
    const listed = rows.map(([code, status]) => [code?.replaceAll('`', ''), Number(status)]);
    expect(listed).toEqual(Object.entries(PROBLEMS).map(([code, [status]]) => [code, status]));
    expect(rows.filter(([, , advice]) => !advice)).toEqual([]);
  });

  it('links to the changelog, with the version of the document and of the package', () => {
    expect(readFileSync('CHANGELOG.md', 'utf8')).toContain(`\n## [${document.info.version}] - `);
    expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(document.info.version);
  });

  describe('has a session with curl', () => {
    let service: TestApp;
    let folder: string;

    beforeAll(async () => {
      service = await startApp({ AUTH_DEV_TOKENS: 'true' });
      folder = await mkdtemp(join(tmpdir(), 'events-and-gigs-session-'));
    });
    afterAll(async () => {
      await service.close();
      await rm(folder, { recursive: true });
    });

    (hasShell ? it : it.skip)(
      `that runs as pasted${hasShell ? '' : ' (skipped: no bash or no curl)'}`,
      async () => {
        const session = codeOf(PAGE, 'sh').replace('http://127.0.0.1:3000', service.url);
        const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', session], {
          cwd: folder,
        });
        const responses = stdout.trim().split(/(?<=\})(?=\{|\d+$)/); // curl ends no line
        const [gig, found, moved, stale, decided, notified, deleted] = responses.map((response) =>
          JSON.parse(response),
        );
        expect(gig).toMatchObject({ type: 'GIG', status: 'OPEN', creatorId: 'alice' });
        expect(found).toMatchObject({ total: 1, data: [{ id: gig.id }] });
        expect(moved).toMatchObject({ id: gig.id, status: 'IN_PROGRESS' });
        expect(stale).toMatchObject({ status: 412, code: 'STALE_VERSION' });
        expect(decided).toMatchObject({ applicantId: 'bob', status: 'ACCEPTED' });
        expect(notified.data).toMatchObject([{ type: 'APPLICATION_ACCEPTED', recipientId: 'bob' }]);
        expect(deleted).toBe(204);
      },
    );
  });
});
