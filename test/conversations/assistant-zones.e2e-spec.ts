import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { llmEndpoint, SANDBOX_MODEL } from '../../sandbox/llm/llm-endpoint.js';
import { type SandboxServer, startSandboxServer } from '../../sandbox/sandbox-server.js';
import { startApp, type TestApp } from '../support/app.js';

describe.each(['Europe/Berlin', 'Asia/Kolkata'])('the assistant of a service in %s', (zone) => {
  let offline: TestApp;
  let withModel: TestApp;
  let sandbox: SandboxServer;

  beforeAll(async () => {
    sandbox = await startSandboxServer([llmEndpoint()]);
    offline = await startApp({ SERVICE_TIME_ZONE: zone });
    const model = { TAGGER: 'llm', TAGGER_BASE_URL: `${sandbox.url}/v1`, TAGGER_MODEL: SANDBOX_MODEL };
    withModel = await startApp({ SERVICE_TIME_ZONE: zone, ...model }, offline.database);
  });
  beforeEach(() => offline.database.query('DELETE FROM events'));
  afterAll(async () => {
    await withModel.close();
    await offline.close();
    await sandbox.close();
  });

  const insert = async (title: string, from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime) => {
    const id = randomUUID();
    await offline.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, end_at)
       VALUES ($1, $2, '', 'EVENT', '{"name":"Market hall"}', $3, $4)`,
      [id, title, ...[from, to].map(({ epochMilliseconds }) => new Date(epochMilliseconds))],
    );
    return id;
  };
  const ask = async (service: TestApp, content: string) => {
    const alice = service.as('alice');
    const { body } = await alice.post('/conversations');
    const { body: exchange } = await alice.post(`/conversations/${body.id}/messages`, { content });
    return exchange.answer as { content: string; eventIds: string[] };
  };

  it.each<[string, () => TestApp]>([
    ['by its rules', () => offline],
    ['with a language model', () => withModel],
  ])('takes tonight for that of the zone, and shows its times, %s', async (_how, service) => {
    const today = Temporal.Now.zonedDateTimeISO(zone).startOfDay();
    const [tomorrow, next] = [today.add({ days: 1 }), today.add({ days: 2 })];
    // In New York it begins some ten hours earlier, by day.
    const late = await insert('Late show', today.with({ hour: 23 }), tomorrow.with({ hour: 3 }));
    const noon = await insert('Lunch', tomorrow.with({ hour: 12 }), tomorrow.with({ hour: 13 }));
    const fair = await insert('Fair', next, next.add({ days: 1 }));

    const tonight = await ask(service(), "what's on tonight?");
    expect(tonight.eventIds).toEqual([late]);
    expect(tonight.content).toMatch(
      /Here is what fits tonight:\n1\. “Late show”: (?:\w+, \w+ \d+, 11:00 PM to|now, until) 3:00 AM, at Market hall$/,
    );
    const lunch = await ask(service(), 'lunch tomorrow');
    expect(lunch.eventIds).toEqual([noon]);
    expect(lunch.content).toMatch(/Here is what fits tomorrow \(.*\n1\. “Lunch”: .*, 12:00 PM to 1:00 PM, /);
    const day = await ask(service(), 'fair');
    expect(day.eventIds).toEqual([fair]);
    expect(day.content).toMatch(/\n1\. “Fair”: .*, all day, /);
  });
});
