import routine from './lexicon/routine.json' with { type: 'json' };
import type { Sentence } from './sentences.js';
import { singular, type Word } from './words.js';

/** Words that say nothing, neither of an event nor of its venue. */
const EMPTY = new Set(routine.empty.map(singular));
/** What every venue and organiser repeats: how one gets in, pays, parks, sits and behaves. */
const ROUTINE = new Set(routine.routine.map(singular));

/** A sentence of which this part of the telling words is routine says nothing of the event. */
const ROUTINE_PART = 0.62;
/** So does one with a sure sign of which this part is routine, or that has fewer telling words than this. */
const SURE_PART = 0.35;
const LITTLE = 5;
/** This many words that the title has not make a sentence say more than the title. */
const LEAST_MORE = 2;
/** Sentences with more words than this say something beside a sure sign. */
const LONG = 45;

const AGES =
  /\b(all ages|ages? \d+|\d\d ?\+|\d\d (and|&) (over|up)|(over|under) \d\d|\d\d years (old|of age))\b/i;

const SURE = anyOf(
  /^\W*\$\s?\.?\d/,
  /\bdoors?\b[^.]{0,40}?\b\d{1,2}([:.]\d\d)?\s?([ap]\.?m|\/|show|\||–|-)/,
  /\b(doors?|gates?|show|curfew|box office|bar) (open|opens|start|starts|time|times|hours)\b/,
  /\brunning times?\b|\bknow before you go\b|\bhappy hour\b|\bbag policy\b|\bclear bags?\b|\brain or shine\b/,
  AGES,
  /\bsubject to (change|availability|search|inspection)\b|\bstanding room\b|\bfirst[ -]come\b|\bwill[ -]call\b/,
  /\b(no|non)[ -](re-?entry|refunds?|exchanges?|outside|cameras?|bags?|recording|weapons|cover)\b|\bnon-?refundable\b/,
  /\bticket limit\b|\bdelivery delay\b|\bmobile (tickets?|entry|only)\b|\bprohibited\b|\bnot (be )?(permitted|allowed)\b/,
  /\b(purchas|resell|resale|refund|presale|pre-sale|box office|ticket ?master|terms (and|&) conditions|entry requirements)/,
  /\b(covid|vaccinat|cashless|wheelchair|ada (seating|accommodations?)|sign language interpret)/,
  /\b(e-?mail|call|contact|visit|see|go to|click|follow)\b.{0,50}\b(for|to) (more|further|additional|find out|info)/,
  /\b(e-?mail|call|contact|visit|see|go to|click|follow)\b.{0,50}\b(for|to) (learn|register|rsvp|sign up|buy)/,
  /\bfor (more|further|additional) (info|information|details)\b/,
  // Addresses, and how other calendars begin a copy of an event.
  /\b[A-Z]{2},? \d{5}\b|^\d+ [\w. ]{2,40}\b(st|street|rd|road|ave|avenue|blvd|drive|dr|lane|ln|way|hwy|route|plaza)\b/,
  /^(event|hosted|posted|submitted) by\b/,
  /^\W*(please )?note\b|\bsold out\b|\bneeds? a ticket\b|\blevy\b|\brenamed\b|\b(sections?|rows?) \d/,
  /\b(booking|service|facility|handling) (fee|charge)s?\b|\bcontact you\b|\bsign(ed)? in\b|^\W*no (class|session|meeting)\b/,
  /\b(call|text|e-?mail|write|ask|contact)\b.{0,40}\bif you have\b|\binvited to attend\b/,
  /\b(watch|view) (remotely|online|the live)\b|\blive ?stream/,
  /^\W*this is an? (paid|free|ticketed)\b|\bmay not be (substituted|resold|exchanged|transferred|combined)\b/,
);
/** These settle it, however much a sentence says: hosts, prices, places, forms, statements of an institution. */
const SETTLED = anyOf(
  /^\W*(hosted|organi[sz]ed|presented|sponsored|posted|submitted) by:/,
  /^\W*(cost|price|fee|admission|location|where|when|date|time)s?:(?!.*\bwhat:)/,
  /^\W*(event type|age group|library|phone|e-?mail|link|audience|department)s?:(?!.*\bwhat:)/,
  /^\W*location change\b|\b(event|program|series|conference|festival) is (co-?)?(organi[sz]ed|sponsored) by\b/,
  /\b(dates?|times?|schedule)( \w+){0,5} (is|are) subject to change\b/,
  /\ball ([\w']+ ){0,3}events\b.{0,120}\bwelcome all\b|\bequal[ -]opportunity\b|\bdoes not discriminate\b/,
  /\b(regardless of|without regard to) (race|age|sex|gender|color|religion)\b/,
  /^\W*additional information\b/,
  /^\W*(?:co-?)?sponsored by\b|\b(?:details|information|info)\b.{0,60}\b(?:to come|to follow|coming soon)\W*$/,
  /\b(?:fill(?:ing)? (?:out|in)|complet(?:e|ing)) (?:this|the|our|a) (?:[\w-]+ ){0,2}(?:form|survey|questionnaire)\b/,
  /\b(?:click|tap) (?:here|below|the link)\b|\blinks? (?:below|in (?:our |the )?bio)\b|\bfollow us on\b/,
  /\b(?:is|are) (?:all )?(?:welcome|invited)(?: to (?:attend|come|join(?: us)?))?\W*$/,
  /\bposition is (considered|classified|designated|eligible|exempt|non-?exempt|subject)\b/,
  /\buniversal access\b(?! to)|\b(reasonable|request|requir(es?|ing)|requesting|disability|accessibility) accommodations?\b/,
  /\baccommodations? (for|due to|to participate)\b|\b(lives?|living) with a disability\b/,
  // A talk may tell how applications do it.
  /^\W*(your |the )?personal information\b.{0,60}\b(collected|form)\b/,
  /\bquestions? .{0,60}\bhandles? your (personal )?information\b/,
);

/** What a speaker or player has become, by the surname or a pronoun alone. */
const BIOGRAPHY =
  /^(?:(?:Dr|Prof)\. |Professor )?\p{Lu}[\p{L}'’-]+,? (?:who )?(?:also serves as|earned (?:an?|her|his|their)|was named)\b/u;

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'i');
}

/** The words of a sentence that could say what an event is. */
export function tellingWords(words: readonly Word[]): Word[] {
  return words.filter(
    ({ base }) => base.length > 1 && !/^\p{N}/u.test(base) && !EMPTY.has(base) && !ROUTINE.has(base),
  );
}

/** Whether a sentence has one of these words, which tell of the event. */
export function speaksOf(sentence: Sentence, subject: ReadonlySet<string>): boolean {
  return sentence.words.some(({ base }) => subject.has(base));
}

/** Whether a sentence has no telling word beside these: it names the event and its place once more. */
export function isRepetition(sentence: Sentence, known: ReadonlySet<string>): boolean {
  const words = tellingWords(sentence.words);
  return words.length > 0 && words.every(({ base }) => known.has(base));
}

/** Whether a sentence is a statement of the host or a biography, however much it says. */
export function isSettled({ text }: Sentence): boolean {
  const head = text.slice(0, 400);
  return SETTLED.test(head) || BIOGRAPHY.test(head);
}

/**
 * Whether a sentence says whom of what age it is for, but also names what the title names, and more: it is better than
 * none.
 */
export function isLastResort(sentence: Sentence, known: ReadonlySet<string>): boolean {
  const words = tellingWords(sentence.words);
  const more = words.filter(({ base }) => !known.has(base)).length;
  return more >= LEAST_MORE && more < words.length && AGES.test(sentence.text) && !isSettled(sentence);
}

/**
 * Whether a sentence says only what any venue could: doors, ages, bars, parking, tickets, bags, recordings, box offices,
 * registration.
 */
export function isBoilerplate(sentence: Sentence): boolean {
  const words = sentence.words.filter(({ base }) => !EMPTY.has(base));
  if (words.length === 0) return false;
  const routine = words.filter(({ base }) => ROUTINE.has(base) || /^\p{N}/u.test(base)).length;
  if (routine >= words.length * ROUTINE_PART) return true;
  if (isSettled(sentence)) return true;
  // A sure sign settles it unless the sentence says a lot more.
  const saysLittle = routine >= words.length * SURE_PART || words.length - routine < LITTLE;
  return words.length <= LONG && saysLittle && SURE.test(sentence.text.slice(0, 400));
}
