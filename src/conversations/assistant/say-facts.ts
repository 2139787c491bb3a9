import { findAnswer, findThing } from './find-answer.js';
import type { Asked, NamedEvent, Recall } from './interpreter.js';
import { quoted } from './say-text.js';
import { sayLength, sayTime } from './say-time.js';
import type { LocalTime } from './zone.js';

/** What is asked of events. */
export type AskedOf = Pick<Recall, 'about' | 'thing'>;

/** One thing that is asked: what an event tells of it, and what is said where it tells nothing. */
interface Ask {
  tell(event: NamedEvent): string | undefined;
  unknown: string;
}

const SEE_PAGE = 'See its own page.';
const UNKNOWN: Record<Asked, string> = {
  PRICE: `What it costs, and whether tickets are left, its text does not say. ${SEE_PAGE}`,
  SIGN_UP: `Whether one has to sign up, its text does not say. ${SEE_PAGE}`,
  ORGANIZER: `Who is behind it, its text does not say. ${SEE_PAGE}`,
  BRING: `What to bring or to wear, its text does not say. ${SEE_PAGE}`,
  AUDIENCE: `Who may come, its text does not say. ${SEE_PAGE}`,
  COUNT: 'How many people go, and how many places are left, I cannot tell.',
  DISTANCE: 'I cannot measure how far it is: the place is named with each.',
  END: 'When it ends is not given.',
  DURATION: 'When it ends is not given.',
};

/** What an event tells of what is asked, each as a sentence without its full stop. */
export function sayFacts(event: NamedEvent, asked: AskedOf, local: LocalTime): string[] {
  const facts = asksOf(asked, local).map(({ tell }) => tell(event));
  return [...new Set(facts.filter((fact) => fact !== undefined))];
}

/** What not all of the events tell of what is asked. */
export function sayUnknown(events: NamedEvent[], asked: AskedOf, local: LocalTime): string[] {
  return asksOf(asked, local).flatMap(({ tell, unknown }) => {
    const telling = events.filter((event) => tell(event) !== undefined).length;
    if (telling === events.length) return [];
    return [telling > 0 ? 'The others do not say.' : unknown];
  });
}

function asksOf({ about, thing }: AskedOf, local: LocalTime): Ask[] {
  const asks = about.map((asked) => ({
    tell: (event: NamedEvent) => factOf(event, asked, local),
    unknown: UNKNOWN[asked],
  }));
  if (thing === null) return asks;
  const ofThing: Ask = {
    tell: ({ description }) => sayQuote(findThing(description, thing)),
    unknown: `Of ${quoted(thing)} its text says nothing. ${SEE_PAGE}`,
  };
  return [...asks, ofThing];
}

function factOf({ type, startAt, endAt, description }: NamedEvent, asked: Asked, local: LocalTime) {
  if (asked === 'END')
    return endAt === null ? undefined : `It ends ${sayTime(Date.parse(endAt), null, local)}`;
  if (asked === 'DURATION')
    return endAt === null ? undefined : `It lasts ${sayLength(Date.parse(endAt) - Date.parse(startAt))}`;
  if (type === 'GIG' && asked === 'SIGN_UP') return 'To take it on, open it and send an application';
  return sayQuote(findAnswer(description, asked));
}

function sayQuote(said: string | undefined): string | undefined {
  return said && `It says: ${quoted(said)}`;
}
