import fc from 'fast-check';
import { parseDatabaseUrl, SESSION_KINDS } from './database-url.js';

describe('the URL of a database', () => {
  it.each([
    ['postgres://db/events', ['postgres://db/events']],
    [
      'postgresql://u:p@db:5433/events?sslmode=verify-full',
      ['postgresql://u:p@db:5433/events?sslmode=verify-full'],
    ],
    ['postgres://u:p@%2Ftmp%2Fsocket:5432/events', ['postgres://u:p@%2Ftmp%2Fsocket:5432/events']],
    ['postgres://h1:5432,h2:5433/db', ['postgres://h1:5432/db', 'postgres://h2:5433/db']],
    ['postgres://u:p,w@h1,[::1]:5433/db', ['postgres://u:p,w@h1/db', 'postgres://u:p,w@[::1]:5433/db']],
    ['postgres://u:p@w@h1,h2/db', ['postgres://u:p@w@h1/db', 'postgres://u:p@w@h2/db']],
    ['postgres://h1,h2', ['postgres://h1', 'postgres://h2']],
    [
      'postgres://h1,h2?application_name=x',
      ['postgres://h1?application_name=x', 'postgres://h2?application_name=x'],
    ],
  ])('%s has its hosts', (text, urls) => {
    expect(parseDatabaseUrl(text)).toEqual({ urls });
  });

  it.each(SESSION_KINDS)('may ask for a server that is %s', (session) => {
    expect(parseDatabaseUrl(`postgres://h1,h2/db?target_session_attrs=${session}&sslmode=require`)).toEqual({
      urls: ['postgres://h1/db?sslmode=require', 'postgres://h2/db?sslmode=require'],
      session,
    });
  });

  it.each([
    'mysql://h1/db',
    'h1,h2',
    'postgres://h1:port/db',
    'postgres://h1,/db',
    'postgres://,h2/db',
    'postgres://h1:99999,h2/db',
    'postgres:///db?host=h1,h2',
    'postgres://h1,h2/db?target_session_attrs=readwrite',
    'postgres://h1,h2/db?target_session_attrs=',
    'postgres://h1,h2/db?target_session_attrs=any&target_session_attrs=primary',
  ])('%s is none', (text) => {
    expect(parseDatabaseUrl(text)).toBeUndefined();
  });

  it('has the hosts of any list, each with the user, the database and the parameters', () => {
    const host = fc.tuple(fc.domain(), fc.integer({ min: 1, max: 65_535 })).map((parts) => parts.join(':'));
    fc.assert(
      fc.property(fc.array(host, { minLength: 1 }), fc.base64String(), (hosts, secret) => {
        const password = encodeURIComponent(secret);
        const parsed = parseDatabaseUrl(`postgres://me:${password}@${hosts.join(',')}/db?sslmode=require`);
        expect(parsed?.urls.map((url) => new URL(url))).toEqual(
          hosts.map((each) => expect.objectContaining({ host: each, password, pathname: '/db' })),
        );
      }),
    );
  });
});
