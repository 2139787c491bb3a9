import { columbusInstant } from '../columbus-time.js';
import { pick, type Random, randomFor } from '../random.js';
import { type CampusFeedEvent, compose, sorted } from './campus-events.js';
import { type Plan, plansFor } from './campus-plan.js';

export interface CampusFeedOptions {
  now: Date;
  /** When the feed began. It was `campusEvents` then, and has changed since. */
  startedAt: Date;
  count?: number;
  seed?: number;
  /** How often something changes. */
  everyMs?: number;
}

/** The shares of the coming events that change, and that are cancelled, in one step. */
const CHANGE_SHARE = 0.014;
const CANCEL_SHARE = 0.003;
/** The number of steps after which a change is undone: what a request costs stays bounded however long a demo runs. */
const CHANGE_STEPS = 30;
const CANCEL_STEPS = 6;

const details = [
  ' (Seats Added)',
  ' (ASL Interpreted)',
  ' (Livestream Added)',
  ' (Waitlist Only)',
  ' (Walk-Ins Welcome)',
  ': Now With Free Pizza',
];
const shifts = [-60, -30, 30, 60, 90];

/**
 * The campus feed at `now`. In every step since `startedAt` some coming events get another title, room or time, and a
 * few leave the feed and come back two to six steps later.
 */
export function campusFeed(options: CampusFeedOptions): CampusFeedEvent[] {
  const { now, startedAt, count = 300, seed = 1, everyMs = 60_000 } = options;
  const step = Math.floor((now.getTime() - startedAt.getTime()) / everyMs);
  const timeOf = (past: number) => startedAt.getTime() + past * everyMs;
  const feed: CampusFeedEvent[] = [];
  for (const plan of plansFor({ now, count, seed })) {
    const start = columbusInstant(plan.day, plan.at).getTime();
    if (isCancelled(plan, step, (past) => timeOf(past) < start)) continue;
    const change = lastChange(plan, step, (past) => timeOf(past) < start);
    feed.push(compose(change ? changed(plan, change) : plan));
  }
  return sorted(feed);
}

function isCancelled(plan: Plan, step: number, isToCome: (step: number) => boolean): boolean {
  for (let past = Math.max(1, step - CANCEL_STEPS + 1); past <= step; past++) {
    const random = randomFor(plan.key, 'cancelled', past);
    if (random() >= CANCEL_SHARE || !isToCome(past)) continue;
    const lasts = 2 + Math.floor(random() * (CANCEL_STEPS - 1));
    if (past + lasts > step) return true;
  }
  return false;
}

function lastChange(plan: Plan, step: number, isToCome: (step: number) => boolean): Random | null {
  for (let past = step; past > Math.max(0, step - CHANGE_STEPS); past--) {
    const random = randomFor(plan.key, 'changed', past);
    if (random() < CHANGE_SHARE && isToCome(past)) return random;
  }
  return null;
}

function changed(plan: Plan, random: Random): Plan & { notice?: string; suffix?: string } {
  const kind = random();
  if (kind < 0.35 && plan.otherPlaces.length > 0) {
    return { ...plan, place: pick(random, plan.otherPlaces), notice: '**Room change:** now in {venue}.' };
  }
  if (kind < 0.7 && plan.minutes < 1440) {
    return { ...plan, at: plan.at + pick(random, shifts), notice: '**New time:** we now start at {start}.' };
  }
  return { ...plan, suffix: pick(random, details) };
}
