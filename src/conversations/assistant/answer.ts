import { Temporal } from 'temporal-polyfill';
import { withoutHidden } from '../../common/plain-words.js';
import { cut } from '../../common/text.js';
import type { EventType } from '../../events/event.entity.js';
import type { When } from '../../events/list/time-range.js';
import type { EventProperty, StoredEvent } from '../../events/stored-event.js';
import type { Category } from '../../tagging/tagger.js';
import type { EventQuery } from './event-query.js';

/** The properties of an event that answers use. */
export const NAMED = ['id', 'title', 'startAt', 'endAt', 'location', 'status'] satisfies EventProperty[];
export type NamedEvent = Pick<StoredEvent, (typeof NAMED)[number]>;

/** Maximum length of a title or place in an answer, in code points. */
const MAX_NAME = 120;

const CATEGORY_NAMES: Record<Category, string> = {
  MUSIC: 'Music',
  ARTS_CULTURE: 'Arts and culture',
  SPORTS_RECREATION: 'Sports and recreation',
  HEALTH_WELLNESS: 'Health and wellness',
  ACADEMIC: 'Academic',
  WORKSHOP: 'Workshops',
  CAREER_NETWORKING: 'Careers and networking',
  TECHNOLOGY: 'Technology',
  COMMUNITY_SERVICE: 'Community service',
  SOCIAL: 'Social',
  FOOD_DRINK: 'Food and drink',
  MOVING_DELIVERY: 'Moving and delivery',
  TUTORING: 'Tutoring',
  EVENT_STAFFING: 'Event staffing',
  CREATIVE_DIGITAL: 'Creative and digital work',
  HOME_HELP: 'Help at home',
  OTHER: 'Other',
};
const TYPE_NAMES: Record<EventType, string> = { EVENT: 'Events', GIG: 'Gigs' };
const WHEN_NAMES: Record<When, string> = {
  now: 'right now',
  today: 'today',
  tonight: 'tonight',
  tomorrow: 'tomorrow',
  weekend: 'this weekend',
  week: 'in the next seven days',
};

export const USAGE_HINT =
  'Ask me for events and gigs by subject, category, day or place, for example “music this weekend” or “gigs tomorrow”.';

/** Writes answers with local times of a zone. */
export class AnswerWriter {
  constructor(private readonly zone: string) {}

  /** Describes a query: `Music with “jazz” this weekend`. @param now milliseconds since the epoch */
  headline({ words, type, category, when, from, to, minPay }: EventQuery, now: number): string {
    const types = type ? TYPE_NAMES[type] : 'Events and gigs';
    const name = category && CATEGORY_NAMES[category];
    const subject = name ? (type ? `${types} in ${name}` : name) : types;
    return [
      subject,
      words && `with ${quoted(words)}`,
      minPay && `that pay ${minPay} or more`,
      when && WHEN_NAMES[when],
      from && (to ? `on ${this.range(from, to, now)}` : `from ${this.range(from, from, now)} on`),
      !from && to && `before ${this.range(to, to, now)}`,
    ]
      .filter(Boolean)
      .join(' ');
  }

  /** Describes an event with its time and place. */
  event({ title, startAt, endAt, location }: NamedEvent, now: number): string {
    const start = Date.parse(startAt);
    const end = endAt === null ? start : Math.max(start, Date.parse(endAt));
    const place = oneLine(String(location.name ?? ''));
    const isPlain = /^[\p{L}\p{M}\p{N}\p{Zs}'’(),&/#-]+$/u.test(place);
    return `${quoted(title)}: ${this.format(start, end, now, true)}${place && `, at ${isPlain ? place : quoted(place)}`}`;
  }

  /** Describes an event of an earlier answer, with its current status. */
  again(event: NamedEvent, now: number): string {
    const ends: Record<string, string> = { CANCELLED: ' It has been cancelled.', COMPLETED: ' It is over.' };
    return `${this.event(event, now)}.${ends[event.status] ?? ''}`;
  }

  /** Formats a range of local times with an exclusive end. Whole days have no hours. */
  private range(from: string, to: string, now: number): string {
    const hasHours = `${from}${to}`.includes('T');
    const [start, end] = [from, to].map(
      (local) => Temporal.PlainDateTime.from(local).toZonedDateTime(this.zone).epochMilliseconds,
    );
    return this.format(start!, Math.max(start!, hasHours ? end! : end! - 1), now, hasHours);
  }

  private format(start: number, end: number, now: number, hasHours: boolean): string {
    const formatter = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', { ...options, timeZone: this.zone });
    const years = new Set([start, end, now].map((time) => formatter({ year: 'numeric' }).format(time)));
    const format = formatter({
      ...{ weekday: 'short', month: 'short', day: 'numeric' },
      ...(years.size > 1 && { year: 'numeric' }),
      ...(hasHours && { hour: 'numeric', minute: '2-digit' }),
    });
    // Newer versions of ICU put thin and narrow spaces around a dash and before PM.
    return format.formatRange(start, end).replace(/\s/g, ' ');
  }
}

/** Quotes text of others. Quotation marks in the text cannot end the quotation. */
export function quoted(text: string): string {
  return `“${oneLine(text).replace(/["“”„‟«»＂❝❞]/g, "'")}”`;
}

function oneLine(text: string): string {
  const line = withoutHidden(text.replace(/[\s\p{Cc}]+/gu, ' ')).trim();
  const start = cut(line, MAX_NAME);
  return start === line ? line : `${start.trimEnd()}…`;
}
