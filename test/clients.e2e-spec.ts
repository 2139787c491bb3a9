import { startApp, type TestApp } from './app.js';
import { GeneratedClients } from './generated-clients.js';

describe('a client that is generated from the document', () => {
  let clients: GeneratedClients;
  let service: TestApp;

  beforeAll(async () => {
    clients = await GeneratedClients.build();
  });
  afterAll(() => clients?.remove());
  beforeEach(async () => {
    service = await startApp({ AUTH_DEV_TOKENS: 'true' });
  });
  afterEach(() => service?.close());

  it.each([
    'openapi-fetch.js',
    'hey-api.js',
  ])('compiles with strict rules and tells the story: %s', async (program) => {
    expect(await clients.run(program, service.url)).toEqual([
      '/title must have 1 to 200 characters',
      'Posted: Hang lights, OPEN, 18.5 USD',
      ...['A page of 2 of 3', '- Hang lights', '- Check tickets', 'A page of 1 of 3', '- Carry chairs'],
      'Applied: PENDING, Bob Builder',
      'Refused: You have already applied to this gig.',
      'Notified: APPLICATION_RECEIVED, Hang lights, Bob Builder',
    ]);
  });

  it('can send what it got, without a cast, and changes nothing by it', async () => {
    const resources = ['GIG', 'EVENT', 'COLLECTION', 'CONVERSATION', 'PROFILE'];
    expect(await clients.run('send-back.js', service.url)).toEqual(
      resources.map((resource) => `${resource}: 200, nothing changed`),
    );
  });
});
