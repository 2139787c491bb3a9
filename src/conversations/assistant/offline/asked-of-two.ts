import type { Asked } from '../interpreter.js';
import { askedOf } from './asked.js';
import { type AskedOfOne, NAMELESS } from './asked-by-form.js';

/** What people call an event beside its name. */
export const KINDS =
  'class|concert|show|game|match|talk|lecture|workshop|thing|party|session|gig|job|event|tour';
export const KIND = new RegExp(`(?: (?:one|${KINDS}))+$`, 'i');

/** A time that is said before the name. */
export const TIME =
  /\b(?:(?:on |this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|(?:this|next) (?:week(?:end)?|month))\b/i;

const EACH_TIME = new RegExp(TIME, 'gi');

/** "Should we go to the planetarium show or to stargazing on the roof": two events by their titles. */
const CHOICE =
  /\b(?:should|which|what's|is|better|rather|cheaper|compare)\b.*?(?<!\b(?:at|in|near|not|around) )\bthe (?<one>[\p{L}\d':&-]+(?: (?!to\b)[\p{L}\d':&-]+){0,5}?),? or (?:go )?(?:to )?(?:the |that )?(?<other>[\p{L}\d':&-]+(?: [\p{L}\d':&-]+){0,5})\W*$/iu;

/** "Sunrise Yoga or Sunday Restorative Yoga, what's the difference?", "karaoke or silent disco - which one is sooner" */
const COMPARED =
  /^(?!(?:any|my|our|i|we|is|are|do|does|can|should|what|which|where|when|how|something|free|on|at|in|near)\b)(?<one>[\p{L}\d][^,.?!–—]{2,40}?) (?:or|and|vs\.?|versus) (?:the )?(?<other>[\p{L}\d][^,.?!–—]{2,40}?)(?:[,.:?]+| [-–—]+) (?:what(?:'?s| is) the difference|which (?:one )?(?:is|are|would be|should|has|starts?|begins?|ends?|costs?|lasts?|pays?)\b|(?:i|we) can (?:only (?:go|do|see)|(?:go|do|see) (?:to )?only)|(?:can|could) you compare)\b/iu;

/** What a message asks of two events that it compares. */
export function ofCompared(text: string): AskedOfOne | undefined {
  const match = COMPARED.exec(text) ?? EITHER.exec(text);
  const { one, other } = match?.groups ?? {};
  if (
    !match ||
    !one ||
    !other ||
    [one, other].some((title) => isTime(title) || (!title.includes(' ') && NAMELESS.test(title)))
  )
    return undefined;
  const { titles, when } = titlesAndTime([one, other]);
  const question = text.slice(match.index + match[0].length);
  if (titles.includes('') || OF_PAY.test(text)) return undefined;
  const rest = when || (TIME.exec(question)?.[0] ?? '');
  // "Kid Meridian" asks for no children.
  const about = comparedBy(text.replace(one, ' ').replace(other, ' '));
  return { thing: null, about, rest, titles, naming: 'MAYBE' };
}

/** Gigs are compared by their pay. */
const OF_PAY = /\b(?:pays?|paid|earns?)\b/i;

/** "My granddaughter wants either the dinosaurs or the circus. Which one comes first?" */
const EITHER =
  /\beither (?:the )?(?<one>[^,.?!–—]{3,40}?) or (?:the )?(?<other>[^,.?!–—]{3,40}?)[,.?!]+ (?:so )?which\b/iu;

/** "Karaoke on wed": a day that is said with a title. */
const SAID_TIME =
  /(?:^| )(?:on |this |next )*(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun|tonight|tomorrow|today)(?:day)?$/iu;

/** Two titles without the days that are said with them, and the day, if it is that of both. */
function titlesAndTime(said: string[]): { titles: string[]; when: string } {
  const titles = said.map((title) => plainWords(title.replace(SAID_TIME, ' ').trimEnd().replace(KIND, '')));
  const times = said.flatMap((title) => SAID_TIME.exec(title)?.[0] ?? []);
  return { titles, when: times.length > 1 ? '' : times.join('') };
}

/** "Saturday or Sunday, which is better?" */
function isTime(title: string): boolean {
  const left = title.replace(SAID_TIME, '').replace(TIME, '').replace(PART_OF_DAY, '');
  return left.trim() === '';
}

const PART_OF_DAY =
  /\b(?:(?:in|during|at) )?(?:the )?(?:mornings?|afternoons?|evenings?|nights?|noon|midnight|lunch(?:time)?|\d{1,2}(?::\d\d)? ?(?:[ap]m)?)\b/gi;

/** What two events are compared by: what they are like, where nothing else is asked. */
function comparedBy(text: string): Asked[] {
  const about = askedOf(text);
  return about.length > 0 ? about : ['SUBJECT'];
}

/** "The jazz at the Copper Cellar." */
const AT_PLACE = / (?:at|in) the \p{Lu}.*$/u;

/** What it asks of two of which it has to choose one. */
export function ofChoice(text: string): AskedOfOne | undefined {
  const asked = text.split(/(?<=[?!.])\s/).find((sentence) => / or /i.test(sentence)) ?? '';
  const times = asked.match(EACH_TIME) ?? [];
  // Of two days each is that of one of them.
  const when = times.length > 1 ? '' : times.join('');
  const question = asked.replace(EACH_TIME, ' ').replace(/ {2,}/g, ' ');
  const { one, other } = CHOICE.exec(question.trimEnd())?.groups ?? {};
  if (!one || !other || NAMELESS.test(one) || NAMELESS.test(other)) return undefined;
  const titles = [one, other].map((title) => plainWords(title.replace(AT_PLACE, '').replace(KIND, '')));
  if (titles.includes('')) return undefined;
  return { thing: null, about: comparedBy(text), rest: when, titles, naming: 'MAYBE' };
}

/** The words of a title, as a topic has them. */
export function plainWords(title: string): string {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
