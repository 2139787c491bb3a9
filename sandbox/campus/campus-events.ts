import { createHash } from 'node:crypto';
import { clockOf, columbusInstant, dayInWords } from '../columbus-time.js';
import { fill, pick, randomFor } from '../random.js';
import { slugOf } from '../slug.js';
import { type Plan, plansFor } from './campus-plan.js';
import { firstNames, lastNames, towns } from './campus-texts.js';

/** One event as the campus feed sends it. */
export interface CampusFeedEvent {
  id: string;
  itemHash: string;
  title: string;
  description: string | null;
  content: string | null;
  startDate: string;
  endDate: string | null;
  location: string | null;
  tags: string[];
  link: string | null;
  label: string;
  campus: string | null;
  color: string;
}

const SITE = 'https://studentlife.example.edu/Events.aspx';

/** Believable campus events around the day of `now` (UTC), by their start. Same day, count and seed: same events. */
export function campusEvents({ now, count = 300, seed = 1 }: { now: Date; count?: number; seed?: number }) {
  return sorted(plansFor({ now, count, seed }).map(compose));
}

/** The feed's hash to detect changes. It depends on the fields that the service maps, and on no others. */
export function itemHash(event: Omit<CampusFeedEvent, 'itemHash'>): string {
  const { id, title, description, content, startDate, endDate, location, link } = event;
  const mapped = [id, title, description, content, startDate, endDate, location, link];
  return createHash('md5').update(JSON.stringify(mapped)).digest('hex');
}

/** Feed events in the order of their start. */
export function sorted(events: CampusFeedEvent[]): CampusFeedEvent[] {
  const order = (event: CampusFeedEvent) => `${event.startDate} ${event.id}`;
  return events.sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** The event of a plan, as the feed sends it. A `notice` stands above its content. */
export function compose(plan: Plan & { notice?: string; suffix?: string }): CampusFeedEvent {
  const slots = slotsOf(plan);
  const words = randomFor(plan.voice, 'words');
  const name = fill(plan.title, words, slots);
  const body = plan.paragraphs.map((paragraph) => fill(paragraph, words, slots));
  if (plan.notice) body.unshift(fill(plan.notice, words, slots));

  const chance = randomFor(plan.key, 'gaps');
  const unlessMissing = <T>(share: number, value: T): T | null => (chance() < share ? null : value);
  const [building, room] = plan.place;
  const venue = `${building}, ${room}`;
  const start = columbusInstant(plan.day, plan.at);
  const lasts = plan.at + plan.minutes;
  const end = columbusInstant(plan.day + Math.floor(lasts / 1440), lasts % 1440);

  const event = {
    id: idOf(plan, name),
    title: name + (plan.suffix ?? ''),
    description: unlessMissing(0.04, chance() < 0.35 ? building : venue),
    content: unlessMissing(0.02, body.join('\n\n')),
    startDate: start.toISOString(),
    // The end of an exhibition is always given.
    endDate: plan.minutes > 1440 ? end.toISOString() : unlessMissing(0.05, end.toISOString()),
    location: unlessMissing(0.05, venue),
    tags: [...plan.style.tags],
    link: unlessMissing(0.04, `${SITE}?e=${plan.number}`),
    label: plan.style.label,
    campus: unlessMissing(0.01, plan.campus),
    color: plan.style.color,
  };
  const { id, ...rest } = event;
  return { id, itemHash: itemHash(event), ...rest };
}

function idOf(plan: Plan, name: string): string {
  const date = new Date(plan.day * 86_400_000);
  const ymd = `y=${date.getUTCFullYear()}&mo=${date.getUTCMonth() + 1}&day=${date.getUTCDate()}`;
  return `${SITE}?${ymd}&e=${plan.number}&title=${slugOf(name)}`;
}

function slotsOf(plan: Plan): Record<string, string> {
  const random = randomFor(plan.voice, 'slots');
  const person = () => `${pick(random, firstNames)} ${pick(random, lastNames)}`;
  const [building, room] = plan.place;
  return {
    person: person(),
    person2: person(),
    town: pick(random, towns),
    seats: pick(random, ['16', '20', '24', '30', '40']),
    deadline: dayInWords(plan.day - 2 - Math.floor(random() * 6)),
    doors: clockOf(plan.at - 30),
    start: clockOf(plan.at),
    end: clockOf(plan.at + plan.minutes),
    venue: `${building}, ${room}`,
  };
}
