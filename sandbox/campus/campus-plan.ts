import { dayOf, minutesOf, weekdayOf } from '../columbus-time.js';
import { pick, randomFor, shuffled } from '../random.js';
import {
  type Days,
  exhibitions,
  type Kind,
  kinds,
  otherCampuses,
  type Place,
  type Series,
  series,
  type Topic,
} from './campus-texts.js';

/** What is fixed about an event before its texts are written out. */
export interface Plan {
  /** Names the event. What happens to it by chance (a field that is missing, a later change) is drawn from this. */
  readonly key: string;
  /** Its texts are drawn from this. All meetings of a series share it. */
  readonly voice: string;
  readonly number: number;
  /** Calendar day in Columbus, start in minutes after midnight there, length in minutes. */
  readonly day: number;
  readonly at: number;
  readonly minutes: number;
  readonly place: Place;
  /** Where else it could be held. */
  readonly otherPlaces: readonly Place[];
  readonly campus: string;
  readonly style: Pick<Kind, 'label' | 'color' | 'tags'>;
  /** Templates (see `fill`). */
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export interface PlanOptions {
  now: Date;
  count: number;
  seed: number;
}

const FIRST_OFFSET = -3;
const LAST_OFFSET = 60;
const cards = kinds.flatMap((kind) =>
  kind.topics.map((topic) => ({ kind, topic, days: topic.days ?? kind.days })),
);

/**
 * The events of the feed on the day of `now`: first the exhibitions that are open or will be, then some events of each
 * day from three days ago to sixty ahead. Near days have more events than far ones.
 *
 * Each day has a list of its own, and shows more of it as it comes nearer. So tomorrow's feed is today's, with some
 * events added and some gone, as a real one is.
 */
export function plansFor({ now, count, seed }: PlanOptions): Plan[] {
  const today = dayOf(now);
  const plans = exhibitionPlans(today, seed).slice(0, count);
  const decks = { weekdays: deckFor('weekdays', seed), weekend: deckFor('weekend', seed) };
  const total = totalWeight(today);
  const wanted = count - plans.length;
  let weight = 0;
  let taken = 0;
  for (let offset = FIRST_OFFSET; offset <= LAST_OFFSET; offset++) {
    weight += weightOf(today, offset);
    const due = Math.round((wanted * weight) / total);
    const day = today + offset;
    const meetings = meetingsOn(weekdayOf(day), seed);
    const deck = isWeekend(day) ? decks.weekend : decks.weekdays;
    for (let position = 0; taken < due; position++, taken++) {
      const seriesBefore = Math.min(Math.floor(position / 2), meetings.length);
      const isMeeting = position % 2 === 1 && seriesBefore < meetings.length;
      if (isMeeting) plans.push(meetingPlan(meetings[seriesBefore]!, day, seed));
      else plans.push(oneOffPlan(deck, day, position - seriesBefore, seed));
    }
  }
  return plans;
}

/** The series that meet on a weekday. The order is always the same: a series that is shown meets every week. */
function meetingsOn(weekday: number, seed: number) {
  const meetings = series.filter((one) => one.weekdays.includes(weekday));
  return shuffled(randomFor(seed, 'meetings', weekday), meetings);
}

/** The next two weeks are full; later events are announced only in part. */
function weightOf(today: number, offset: number): number {
  const near = offset >= 0 && offset <= 14 ? 8 : offset > 14 && offset <= 30 ? 4 : 2.5;
  return isWeekend(today + offset) ? near * 0.7 : near;
}

function totalWeight(today: number): number {
  let total = 0;
  for (let offset = FIRST_OFFSET; offset <= LAST_OFFSET; offset++) total += weightOf(today, offset);
  return total;
}

function isWeekend(day: number): boolean {
  return weekdayOf(day) === 0 || weekdayOf(day) === 6;
}

type Deck = readonly { kind: Kind; topic: Topic }[];

function deckFor(days: Exclude<Days, 'any'>, seed: number): Deck {
  const suited = cards.filter((card) => card.days === days || card.days === 'any');
  return shuffled(randomFor(seed, days), suited);
}

function oneOffPlan(deck: Deck, day: number, index: number, seed: number): Plan {
  // Neighbouring days have neighbouring cards, and a day's cards lie a whole window apart: a topic rarely comes twice.
  const { kind, topic } = deck[(day + index * (LAST_OFFSET - FIRST_OFFSET + 1)) % deck.length]!;
  const key = `${seed}/${day}/${index}`;
  const random = randomFor(key);
  const [campus, places] =
    random() < 0.06 ? pick(random, otherCampuses) : (['columbus', topic.places ?? kind.places] as const);
  const place = pick(random, places);
  return {
    key,
    voice: key,
    number: 50_000 + (day % 2_000) * 20 + (index % 20) + Math.floor(index / 20) * 40_000,
    day,
    at: minutesOf(topic.at ?? pick(random, kind.starts)),
    minutes: topic.minutes ?? pick(random, kind.minutes),
    place,
    otherPlaces: places.filter((other) => other !== place),
    campus,
    style: kind,
    title: topic.title,
    paragraphs: [topic.text, ...some(random, kind.middles, 0.6), ...some(random, kind.closings, 0.65)],
  };
}

function meetingPlan(one: Series, day: number, seed: number): Plan {
  const index = series.indexOf(one);
  return {
    key: `${seed}/${day}/series/${index}`,
    voice: `${seed}/series/${index}`,
    number: 41_000 + index * 37,
    day,
    at: minutesOf(one.at),
    minutes: one.minutes,
    place: one.places[0]!,
    otherPlaces: one.places.slice(1),
    campus: 'columbus',
    style: one,
    title: one.title,
    paragraphs: one.more ? [one.text, one.more] : [one.text],
  };
}

function exhibitionPlans(today: number, seed: number): Plan[] {
  const opens = minutesOf('10:00');
  const closes = minutesOf('17:00');
  return exhibitions.galleries.flatMap(({ place, openDays, bareDays, shows }, gallery) => {
    const period = openDays + bareDays;
    const phase = Math.floor(randomFor(seed, 'gallery', gallery)() * period);
    const earliest = Math.ceil((today + FIRST_OFFSET - openDays - phase) / period);
    const latest = Math.floor((today + LAST_OFFSET - phase) / period);
    return Array.from({ length: latest - earliest + 1 }, (_, i): Plan => {
      const run = earliest + i;
      const show = shows[run % shows.length]!;
      const key = `${seed}/gallery/${gallery}/${run}`;
      const random = randomFor(key);
      return {
        key,
        voice: key,
        number: 42_000 + gallery * 100 + (run % 100),
        day: phase + run * period,
        at: opens,
        minutes: openDays * 1440 + closes - opens,
        place,
        otherPlaces: [],
        campus: 'columbus',
        style: { label: 'Museums and Galleries', color: '#4b4b8f', tags: ['Arts', 'Exhibition'] },
        title: show.title,
        paragraphs: [show.text, pick(random, exhibitions.middles), pick(random, exhibitions.closings)],
      };
    });
  });
}

function some(random: () => number, texts: readonly string[], chance: number): string[] {
  return random() < chance ? [pick(random, texts)] : [];
}
