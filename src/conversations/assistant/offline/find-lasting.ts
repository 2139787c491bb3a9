import { HOUR_MS } from '../../../common/instant.js';
import type { Lasting } from '../interpreter.js';
import { sayHourOf } from '../say-time.js';
import { MONTH, NUMBERS } from './day-names.js';

/** What a text says about how long an event should last, and the text without it. */
export interface FoundLasting {
  lasts: Lasting | null;
  rest: string;
}

/** "2 hours", "half an hour", "an hour or two", "30-45 minutes", but neither "2 hours away" nor "20 hours a week". */
const LENGTH = String.raw`(?<count>half an|an|a couple(?: of)?|\d{1,3}(?:\.\d)?|${NUMBERS.join('|')})(?:(?: ?[-–] ?| to | or )(?<second>\d{1,3}|${NUMBERS.join('|')}))?(?<plus>\+?)[ -]?(?<unit>hours?|hrs?|h|minutes?|mins?)\b(?<more> and a half| or two)?(?! (?:away|ago|before|after|early|earlier|late|later|from|by|in advance|notice|driv|walk|on foot|rid|old|an?\b|per\b|each\b|every\b|of (?!less|more)|weekly|long (?:commute|drive|walk)))`;
const LASTING = String.raw`(?:\b(?:that|which) )?(?:\b(?:are|is|lasts?|lasting|takes?|taking|runs?|running)(?: for)? )?`;
const WHAT =
  '(?:gigs?|jobs?|shifts?|class(?:es)?|workshops?|shows?|events?|talks?|sessions?|activit(?:y|ies)|things?)';

/** The time that somebody has, or that something is away: "in under 2 hours". */
const OF_ANOTHER = String.raw`(?<!\b(?:in|within|have|got|next|the last) )`;

/** The ways to say how long, each with what it bounds. */
const LENGTHS: readonly (readonly [RegExp, 'most' | 'least' | 'about'])[] = (
  [
    [
      String.raw`\b(?:i|we)(?: only| just)?(?:'ve got| have got|'ve| have| got)(?: like| about| only| just| maybe)* ${LENGTH}(?: (?:free|off|to kill|to spare|to myself))?(?! of\b)`,
      'most',
    ],
    [
      String.raw`${LASTING}\b${OF_ANOTHER}(?:under|less than|shorter than|(?:no|not) (?:more|longer) than|at (?:the )?most|up to|max(?:imum)?(?: of)?|only|just) ${LENGTH}`,
      'most',
    ],
    [
      String.raw`${LASTING}\b${OF_ANOTHER}${LENGTH},? (?:or (?:less|shorter|under)|max(?:imum)?|tops|at (?:the )?most)\b`,
      'most',
    ],
    [
      String.raw`(?<=\b(?:i|we) (?:can|could) (?:only |just )?work )(?:for )?(?:about |only |just |at most |up to )?${LENGTH}`,
      'most',
    ],
    [
      String.raw`${LASTING}\b${OF_ANOTHER}(?<!\bpay(?:s|ing)? )(?:over|more than|longer than|at least|min(?:imum)?(?: of)?) ${LENGTH}`,
      'least',
    ],
    [String.raw`${LASTING}\b${OF_ANOTHER}${LENGTH},? (?:or (?:more|longer)|min(?:imum)?)\b`, 'least'],
    [
      String.raw`\b(?:that lasts?|which lasts?|lasts|lasting|takes|taking|(?<=\b${WHAT} )(?:for|of)|(?<=\b(?:some|any)thing )(?:for|of)|,? like)(?: for)? (?:only |just )?(?:about |around |roughly |maybe )?${LENGTH}`,
      'about',
    ],
    [String.raw`\b${OF_ANOTHER}${LENGTH}(?= (?:long )?${WHAT}\b)`, 'about'],
    [String.raw`\b${OF_ANOTHER}${LENGTH} long\b`, 'about'],
  ] as const
).map(([pattern, bound]) => [new RegExp(pattern, 'iu'), bound]);

const HOUR = String.raw`(?:(?<hour>\d{1,2}|${NUMBERS.join('|')})(?::(?<minute>[0-5]\d))?(?: ?(?<half>[ap])\.?m\b)?|(?<named>noon|midnight))(?![:\d]|(?:st|nd|rd|th)\b| (?:hours|days|weeks|people|${MONTH})|[/.-]\d)`;
const LATEST = '(?:by|before|no later than)';

/** When somebody has to be home, or something has to be over. One's own class is no event to look for. */
const ENDS: readonly RegExp[] = [
  String.raw`\b(?:(?:i|we)(?:'ve)? )?(?:also |really )?(?:need|have|got|gotta|want|must|should)(?: to)? (?:be|get) (?:back )?(?:home|back|in bed|asleep|out|done|gone) ${LATEST} ${HOUR}`,
  String.raw`\b(?:gets? |have |get )?(?:(?:me|us|them) )(?:back )?(?:home|back|in bed) ${LATEST} ${HOUR}`,
  String.raw`(?<!\b(?:(?:i|we|he|she|they|my \p{L}+|our \p{L}+|class|work|practice)(?:'m|'re| am| are| is| will be|'ll be| get| gets)? ))(?:\b(?:that|which)(?:'s)? )?(?:\b(?:is|are|will be|to be) )?\b(?:(?:back )?home|over|done|finished|ends?|ending|finish(?:es|ing)?|wraps? up) ${LATEST} ${HOUR}`,
  String.raw`(?:\b(?:that|which) )?\b(?:doesn't|don't|does not|do not|not|isn't|won't) (?:end|go|run|last|finish|stay)(?:ing)? (?:on )?(?:past|after|beyond|later than|until after) ${HOUR}`,
].map((pattern) => new RegExp(pattern, 'iu'));

/** "That don't end too late." */
const NOT_LATE =
  /(?:\b(?:that|which) )?\b(?:doesn't|doesnt|don't|dont|does not|do not|won't) (?:end|go|run|finish|last)(?: on)? (?:too |so |very |that |really )?late\b/i;
const TOO_LATE = 22;

/** Reads "under 2 hours", "at least 4 hours", "a 2 hour gig", "over by 9", "home before midnight". */
export function findLasting(text: string): FoundLasting {
  const length = findLength(text);
  const end = findEnd(length.rest);
  if (!length.lasts || !end.lasts) return { lasts: length.lasts ?? end.lasts, rest: end.rest };
  const said = `${length.lasts.said}, ${end.lasts.said}`;
  return { lasts: { ...length.lasts, endsBy: end.lasts.endsBy, said }, rest: end.rest };
}

function findLength(text: string): FoundLasting {
  for (const [pattern, bound] of LENGTHS) {
    const match = pattern.exec(text);
    if (match) return { lasts: lengthOf(match.groups!, bound), rest: text.replace(match[0], ' ; ') };
  }
  return { lasts: null, rest: text };
}

/** A length that is about right may be a quarter shorter or longer. */
function lengthOf(
  { count, second, plus, unit, more }: Record<string, string | undefined>,
  bound: 'most' | 'least' | 'about',
): Lasting {
  const inHours = (number: number) => (/^m/i.test(unit!) ? number / 60 : number);
  const first = inHours(numberOf(count!)) + (more === ' and a half' ? 0.5 : 0);
  const last = second ? inHours(numberOf(second)) : more === ' or two' ? 2 : first;
  if (bound === 'least' || plus)
    return { least: first, most: null, endsBy: null, said: `of at least ${sayHours(first)}` };
  if (bound === 'most')
    return { least: null, most: last, endsBy: null, said: `of at most ${sayHours(last)}` };
  const said = `of ${first < last ? `${sayHours(first)} to` : 'about'} ${sayHours(last)}`;
  return { least: first * 0.75, most: last * 1.25, endsBy: null, said };
}

function numberOf(count: string): number {
  if (/^half/i.test(count)) return 0.5;
  if (/^a couple/i.test(count)) return 2;
  return /^an$/i.test(count) ? 1 : Number(count) || NUMBERS.indexOf(count.toLowerCase()) + 1;
}

function sayHours(hours: number): string {
  const minutes = Math.round(hours * 60);
  if (minutes < 60) return `${minutes} minutes`;
  return minutes === 60 ? 'an hour' : `${Math.round(minutes / 6) / 10} hours`;
}

function findEnd(text: string): FoundLasting {
  for (const pattern of ENDS) {
    const match = pattern.exec(text);
    const endsBy = match && hourOf(match.groups!, text);
    if (endsBy != null) return { lasts: endingBy(endsBy), rest: text.replace(match![0], ' ; ') };
  }
  const [late] = NOT_LATE.exec(text) ?? [];
  return late === undefined
    ? { lasts: null, rest: text }
    : { lasts: endingBy(TOO_LATE), rest: text.replace(late, ' ; ') };
}

function endingBy(endsBy: number): Lasting {
  const hour = endsBy === 24 ? 'midnight' : sayHourOf(endsBy * HOUR_MS);
  return { least: null, most: null, endsBy, said: `over by ${hour}` };
}

const OF_EVENING = /\b(?:night|tonight|evening|dinner)\b/i;

/** The hour of the day, above 24 in the small hours after it: of the evening, unless a morning is spoken of. Null where it is none. */
function hourOf(
  { hour, minute = '0', half, named }: Record<string, string | undefined>,
  text: string,
): number | null {
  if (named) return /noon/i.test(named) ? 12 : 24;
  const clock = numberOf(hour!) % 12;
  const past = Number(minute) / 60;
  if (numberOf(hour!) > 12) return numberOf(hour!) < 24 ? numberOf(hour!) + past : null;
  const isOfMorning = /\b(?:morning|breakfast|brunch)\b/i.test(text) && !OF_EVENING.test(text);
  const isMorning = half ? /a/i.test(half) : isOfMorning;
  const isMidnight = !half && clock === 0 && OF_EVENING.test(text);
  const of24 = clock + (isMorning ? (clock < 6 ? 24 : 0) : isMidnight ? 24 : 12);
  return of24 + past;
}
