import { parseXml, XmlElement } from '@rgrove/parse-xml';
import fc from 'fast-check';
import type { CalendarEvent } from '../../events/list/calendar-events.js';
import { type CalendarHead, serialize } from './calendar-head.js';
import { RSS } from './rss.js';

const HEAD: CalendarHead = {
  name: 'Events & <gigs>',
  description: 'Of q="a"',
  alarmMinutes: null,
  timeZone: 'America/New_York',
  base: 'https://events.example.org',
};

const EVENT: CalendarEvent = {
  id: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11',
  title: 'Jazz & <blues>',
  description: 'First <b>line</b>\nSecond & last',
  location: { name: 'South Oval', address: '1820 Neil Ave' },
  startAt: '2030-11-02T23:00:00.000Z',
  endAt: '2030-11-03T08:00:00.000Z',
  status: 'OPEN',
  externalUrl: 'https://venue.example.org/?a=1&b=2',
  ticketUrl: null,
  tags: ['jazz'],
  category: 'MUSIC',
  createdAt: '2030-05-01T12:00:00.000Z',
  updatedAt: '2030-05-02T12:30:00.000Z',
  version: 3,
};

/** The child elements by name. The parser refuses XML that is not well-formed. */
function childrenOf(parent: XmlElement): [string, XmlElement][] {
  return parent.children.filter((child) => child instanceof XmlElement).map((child) => [child.name, child]);
}
function channelOf(feed: string): XmlElement {
  const [[, channel] = []] = childrenOf(parseXml(feed).root!);
  return channel!;
}
const textsOf = (parent: XmlElement) => childrenOf(parent).map(([name, { text }]) => [name, text]);
const itemsOf = (feed: string) =>
  childrenOf(channelOf(feed)).flatMap(([name, item]) => (name === 'item' ? [textsOf(item)] : []));

describe('an RSS feed', () => {
  it('has the elements that RSS 2.0 requires, and one item per event', () => {
    const feed = serialize(RSS, HEAD, [EVENT]);
    expect(parseXml(feed).root!.attributes).toEqual({ version: '2.0' });
    expect(textsOf(channelOf(feed)).slice(0, 4)).toEqual([
      ['title', 'Events & <gigs>'],
      ['link', 'https://events.example.org/'],
      ['description', 'Of q="a"'],
      ['ttl', '60'],
    ]);
    const [item] = itemsOf(feed);
    expect(item).toEqual([
      ['title', 'Jazz & <blues>'],
      ['link', 'https://venue.example.org/?a=1&b=2'],
      ['guid', EVENT.id],
      ['pubDate', 'Wed, 01 May 2030 12:00:00 GMT'],
      ['description', expect.any(String)],
      ['category', 'MUSIC'],
      ['category', 'jazz'],
    ]);
  });

  it('has the time and the place in its text, which is escaped HTML', () => {
    const [item] = itemsOf(serialize(RSS, HEAD, [EVENT]));
    const said = item!.find(([name]) => name === 'description')![1]!.replaceAll('\u202f', ' ');
    expect(said.split('<br>\n')).toEqual([
      'Sat, Nov 2, 2030, 7:00 PM EDT to Sun, Nov 3, 2030, 3:00 AM EST',
      'South Oval, 1820 Neil Ave',
      '',
      'First &lt;b&gt;line&lt;/b&gt;',
      'Second &amp; last',
    ]);
  });

  it('marks cancelled events', () => {
    const [item] = itemsOf(serialize(RSS, HEAD, [{ ...EVENT, title: 'Chess', status: 'CANCELLED' }]));
    expect(item![0]).toEqual(['title', 'Cancelled: Chess']);
  });

  it('links to the page of the frontend, if there is one', () => {
    const link = (head: Partial<CalendarHead>) =>
      itemsOf(serialize(RSS, { ...HEAD, ...head }, [{ ...EVENT, externalUrl: null }]))[0]!.find(
        ([name]) => name === 'link',
      );
    expect(link({})).toBeUndefined();
    expect(link({ eventPage: 'https://app.example.org/{id}' })).toEqual([
      'link',
      `https://app.example.org/${EVENT.id}`,
    ]);
  });

  it('can be empty', () => {
    expect(textsOf(channelOf(serialize(RSS, HEAD, []))).map(([name]) => name)).toEqual([
      'title',
      'link',
      'description',
      'ttl',
    ]);
  });

  it('is well-formed, and preserves any text', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      fc.string({
        unit: fc.constantFrom(
          ...'<>&"\'[]',
          ']]>',
          '<![CDATA[',
          '&amp;',
          'ש',
          '🎷',
          '\ufffe',
          '\u0000',
          '\n',
        ),
      }),
    );
    const representable = (text: string) =>
      text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '').replace(/\r\n?/g, '\n');
    fc.assert(
      fc.property(texts, texts, (title, tag) => {
        const feed = serialize(RSS, { ...HEAD, name: tag }, [
          { ...EVENT, title, description: title, tags: [tag] },
        ]);
        const [item] = itemsOf(feed);
        expect(item![0]).toEqual(['title', representable(title)]);
        expect(item!.at(-1)).toEqual(['category', representable(tag)]);
        expect(textsOf(channelOf(feed))[0]).toEqual(['title', representable(tag)]);
      }),
      { numRuns: 500 },
    );
  });
});
