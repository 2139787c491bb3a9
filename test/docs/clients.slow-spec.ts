import { startApp, type TestApp } from '../support/app.js';
import { GeneratedClients } from './generated-clients.js';
import { codeOf } from './markdown.js';

const PAGE = 'docs/calling.md';

describe('clients of the document', () => {
  let clients: GeneratedClients;
  let service: TestApp;

  beforeAll(async () => {
    clients = await GeneratedClients.build({
      'calling.ts': codeOf(PAGE, 'ts').replace("'http://127.0.0.1:3000'", "process.argv[2] ?? ''"),
    });
  });
  afterAll(() => clients?.remove());
  beforeEach(async () => {
    service = await startApp({ AUTH_DEV_TOKENS: 'true' });
  });
  afterEach(() => service?.close());

  it.each(['openapi-fetch.js', 'hey-api.js'])(
    'compile in strict mode and run the story: %s',
    async (program) => {
      expect(await clients.run(program, service.url)).toEqual([
        '/title must have 1 to 200 characters',
        'Posted: Hang lights, OPEN, 18.5 USD',
        ...['A page of 2 of 3', '- Hang lights', '- Check tickets', 'A page of 1 of 3', '- Carry chairs'],
        'Applied: PENDING, Bob Builder',
        'Refused: You have already applied to this gig.',
        'Notified: APPLICATION_RECEIVED, Hang lights, Bob Builder',
      ]);
    },
  );

  it(`run the examples of ${PAGE} with the package of the project`, async () => {
    expect(await clients.run('tasks.js', service.url)).toEqual([
      'At fault: /title must have 1 to 200 characters',
      'Lost 3 answers',
      '2 of 3, 1 of 3',
      'Every event: 3',
      'Merged: By somebody else, By me',
      'Refused: STALE_VERSION, By somebody else',
      'carol, By somebody else; bob, By somebody else',
      'Not decided: nobody, NOT_FOUND',
      'Notified: APPLICATION_RECEIVED, By somebody else',
      'Repeated: 2031-11-02T15:00:00.000Z, 2031-11-09T15:00:00.000Z',
    ]);
  });

  it('can send back what they read, without a cast and without a change', async () => {
    const resources = ['GIG', 'EVENT', 'COLLECTION', 'CONVERSATION', 'PROFILE'];
    expect(await clients.run('send-back.js', service.url)).toEqual(
      resources.map((resource) => `${resource}: 200, nothing changed`),
    );
  });
});
