import { redactedPath } from '../logging.js';

const TOKEN = 'q1vTPm0kZ3gqk9f4ZkYc5wYw8cXbYv4m9rWn1dJt7bA';
const ID = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';

describe('the path in logs and responses', () => {
  it.each([
    '/events',
    `/events/${ID}?q=${TOKEN}`,
    `/events/${ID}/%00`,
    '/users/auth0|5f7c8ec7c33c6c004bbafe82',
    `/calendars/${ID}`,
    `/calendars/${ID}/rotate`,
    '/calendars/nope',
    '/events/%zz',
  ])('is kept for %s', (url) => {
    expect(redactedPath({ url })).toBe(url.split('?', 1)[0]);
  });

  it.each([
    `/calendars/${TOKEN}`,
    `/calendars/${TOKEN}.ics`,
    `/calendars/${TOKEN}/rotate`,
    `/%63alendars/${TOKEN}.ics`,
    `/events/${TOKEN}.ics`,
    `/users/${TOKEN}`,
    `/gigs/${ID}/applications/${TOKEN}.ics`,
    `/events/${TOKEN.replaceAll(/[a-z]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
    `/docs/${TOKEN}.rss`,
    `/calendars/${TOKEN}.ics.bak`,
    `/calendars/${TOKEN.slice(0, 20)}`,
    `//calendars//${TOKEN}.ics/`,
    `/Calendars/${TOKEN}.ics`,
    `/api/calendars/${TOKEN}.ics`,
    `/calendar/${TOKEN}.ics`,
    `/${TOKEN}.ics`,
    `/calendars/${TOKEN}%zz.ics`,
    `/calendars/${TOKEN}%ff`,
  ])('has no token in %s', (url) => {
    expect(redactedPath({ url })).not.toContain(TOKEN.slice(0, 20));
    expect(redactedPath({ url })).toContain(':token');
  });
});
