/** A message that wants something before or after an event that it names. */
export interface BesideEvent {
  side: 'BEFORE' | 'AFTER';
  /** What it calls the event, without and with its day; null for the one that was shown. */
  named: { name: string; dated: string } | null;
  /** The message without that. */
  rest: string;
}

const DAY = `(?:(?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow)`;
const DATE = String.raw`(?:on )?(?:${DAY}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?)`;
const KINDS =
  'game|match|concert|show|fair|expo|festival|talk|lecture|seminar|parade|recital|movie|film|play|musical|opera|symphony|market|tasting|open mic|trivia|karaoke|disco|race|5k|exhibition';

/** "Résumé help before the career fair", "food after the basketball game on Dec 4". */
const BESIDE = new RegExp(
  String.raw`(?<=\S )(?:right |just |shortly |directly )?\b(?<side>before|after|following|ahead of|in time for) (?:the |that |this )?(?<name>(?:${DAY}'s )?(?!(?:my|our|your|an?|any|each|every) )(?:[\p{L}\d'&-]+ ){0,4}?(?:${KINDS}))\b(?<date> ${DATE})?(?=\W*$|[,.?!]| (?:and|for|with|that|where|near|at|on|is|are)\b)`,
  'iu',
);
/** "Anything going on after it the same day?", "anything else that day before it?" */
const BESIDE_SHOWN =
  /(?<=\b(?:what(?:'s| is)?|anything|something|stuff|things|where|someone|somebody) [^.?!]{0,45})(?<!\bthe (?:next )?(?:one|game|show|date) )\b(?:(?<side>before|after) (?:it|that|this|that one|this one|the first one)(?:,? (?:on )?(?:the same|that) (?:day|evening|night))?(?=\W*$)|(?<=\b(?:the same|that) day )(?<then>before|after)(?:wards|hand)?(?=\W*(?:$|[.?!])))/iu;

/** What goes without saying of what is beside an event. */
const OF_ITS_DAY = /\s*\b(?:else|(?:on )?(?:that|the same) (?:day|evening|night))\b/gi;

/**
 * The event before or after which something is wanted; undefined where a message names none so.
 * @param isShown whether an event was shown, which "it" may be
 */
export function besideEvent(text: string, isShown: boolean): BesideEvent | undefined {
  const shown = isShown && BESIDE_SHOWN.exec(text);
  if (shown) {
    const rest = text.replace(shown[0], '').replace(OF_ITS_DAY, '');
    return { side: sideOf(shown.groups!.side ?? shown.groups!.then!), named: null, rest };
  }
  const match = BESIDE.exec(text);
  const { side, name, date = '' } = match?.groups ?? {};
  if (!match || !side || !name) return undefined;
  const rest = `${text.slice(0, match.index)};${text.slice(match.index + match[0].length)}`;
  const [day = date] = date === '' ? (new RegExp(String.raw`\b${DATE}\b`, 'i').exec(rest) ?? []) : [];
  const named = { name, dated: `${name} ${day}` };
  return { side: sideOf(side), named, rest };
}

const sideOf = (word: string) => (/^after|^following/i.test(word) ? 'AFTER' : 'BEFORE');
