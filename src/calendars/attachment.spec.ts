import { parse } from 'content-disposition';
import fc from 'fast-check';
import { attachmentOf } from './calendar-feeds.service.js';

const nameOf = (title: string) => parse(attachmentOf(title)).parameters.filename;

describe('a file name', () => {
  it.each([
    ['Board games', 'Board games.ics'],
    ['../../etc/passwd', 'etc passwd.ics'],
    ['C:\\x?.exe"', 'C x .exe.ics'],
    ['שלום 🎷', 'שלום 🎷.ics'],
    ['a\r\nX-Header: b', 'a X-Header b.ics'],
    ['safe\u202egnp.exe', 'safe gnp.exe.ics'],
    ['...', 'event.ics'],
    ['x'.repeat(200), `${'x'.repeat(60)}.ics`],
  ])('of %j is %j', (title, name) => {
    expect(nameOf(title)).toBe(name);
  });

  it('has an ASCII form for old programs', () => {
    expect(attachmentOf('שלום')).toBe(
      `attachment; filename=event.ics; filename*=UTF-8''%D7%A9%D7%9C%D7%95%D7%9D.ics`,
    );
    expect(attachmentOf('Board games')).toBe('attachment; filename="Board games.ics"');
  });

  it('is an ASCII header, for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const header = attachmentOf(title.toWellFormed());
        expect(header).toMatch(/^attachment; filename[ -~]+$/);
        expect(parse(header).parameters.filename).toMatch(/^[^/\\]+\.ics$/);
      }),
    );
  });
});
