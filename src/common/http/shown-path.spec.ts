import type { FastifyRequest } from 'fastify';
import { shownPath } from './shown-path.js';

const TOKEN = 'q1vTPm0kZ3gqk9f4ZkYc5wYw8cXbYv4m9rWn1dJt7bA';
const ID = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';
const shown = (url: string, route?: string, secretPath = false) =>
  shownPath({ url, routeOptions: { url: route, config: { secretPath } } } as unknown as FastifyRequest);

describe('the path that logs and answers show', () => {
  it.each([
    ['/events', '/events'],
    [`/events/${ID}?q=${TOKEN}`, '/events/:id'],
    [`/events/${ID}/%00`, undefined],
    ['/users/auth0|5f7c8ec7c33c6c004bbafe82', '/users/:id'],
    [`/calendars/${ID}`, '/calendars/:id'],
    [`/calendars/${ID}/rotate`, '/calendars/:id/rotate'],
    ['/calendars/nope', '/calendars/:id'],
    ['/events/%zz', undefined],
  ])('is the one of %s', (url, route) => {
    expect(shown(url, route)).toBe(url.split('?', 1)[0]);
  });

  it('is that of the route where its own is secret', () => {
    expect(shown(`/calendars/${TOKEN}.ics`, '/calendars/:token.ics', true)).toBe('/calendars/:token.ics');
  });

  it.each([
    [`/calendars/${TOKEN}`, '/calendars/:id'],
    [`/calendars/${TOKEN}.ics`, '/calendars/:id'],
    [`/calendars/${TOKEN}/rotate`, '/calendars/:id/rotate'],
    [`/%63alendars/${TOKEN}.ics`, '/calendars/:id'],
    [`/events/${TOKEN}.ics`, '/events/:id'],
    [`/users/${TOKEN}`, '/users/:id'],
    [`/gigs/${ID}/applications/${TOKEN}.ics`, '/gigs/:gigId/applications/:applicationId'],
    [
      `/events/${encodeURIComponent(TOKEN).replaceAll(/[a-z]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
      '/events/:id',
    ],
    [`/docs/${TOKEN}.rss`, '/docs/*'],
    [`/calendars/${TOKEN}.ics.bak`, undefined],
    [`/calendars/${TOKEN.slice(0, 20)}`, undefined],
    [`//calendars//${TOKEN}.ics/`, undefined],
    [`/Calendars/${TOKEN}.ics`, undefined],
    [`/api/calendars/${TOKEN}.ics`, undefined],
    [`/calendar/${TOKEN}.ics`, undefined],
    [`/${TOKEN}.ics`, undefined],
    [`/calendars/${TOKEN}%zz.ics`, undefined],
    [`/calendars/${TOKEN}%ff`, undefined],
  ])('has no token where it is %s', (url, route) => {
    expect(shown(url, route)).not.toContain(TOKEN.slice(0, 20));
    expect(shown(url, route)).toContain(':token');
  });
});
