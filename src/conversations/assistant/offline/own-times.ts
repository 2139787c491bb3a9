import { DAY, MONTH, namesDay, SHORT_DAY, WEEKDAYS, weekdayNamed } from './day-names.js';

/** "I work mornings til 1": a part of each day that is taken. "Jobs where I work mornings" wants it. */
export const WORKS =
  /(?<!\b(?:where|when|that|can|could|should|would|let me) )\b(?:i|we)(?:'m| am)? (?:(?:also |usually |mostly )?(?:work|drive|bartend|wait tables|have (?:class(?:es)?|work|labs?|practice)|at work|in class)) (?:in the |on )?(?:every (?=\p{L}+\b(?<!s)))?(?<part>morning|afternoon|evening|night)(?:s|(?<=every \p{L}+))\b(?: (?:until|till?|up to) (?:(?<hour>\d{1,2})(?<minute>:\d\d)? ?(?<half>[ap]m)?|noon)(?![\d:]))?/iu;

/** "While I'm here? I fly home on Sunday": what is before one leaves. */
const LEAVES = new RegExp(
  String.raw`\b(?:i|we)(?:'m| am|'re| are)? (?:(?:fly|flying|drive|driving|travel|leave|leaving|depart)(?: back)?(?: home| out| town)?|(?:go|going) (?:back home|home|back)|head(?:ing)? (?:back home|home|back|out)) (?:on )?(?<day>${DAY}|tomorrow)\b`,
  'i',
);
const WHILE_HERE = /\bwhile (?:i'm|i am|we're|we are) (?:here|in town|around|visiting)\b/i;

/** The time that somebody is there ends with the day on which they leave. */
export function beforeLeaving(text: string): string {
  const { 0: said, groups } = WHILE_HERE.test(text) ? (LEAVES.exec(text) ?? {}) : {};
  return said === undefined ? text : text.replace(WHILE_HERE, ' ').replace(said, ` until ${groups!.day}`);
}

/** Hours that are taken are not wanted. */
export function besideWork(text: string): string {
  const { 0: said, groups } = WORKS.exec(text) ?? {};
  if (said === undefined && A_WEEKEND.test(text)) return text.replace(A_WEEKEND, 'on weekends in ');
  if (said === undefined) return namesTime(text) ? text : text.replace(AFTER_WORK, 'after 5pm on weekdays');
  const {
    part,
    hour,
    minute = '',
    half,
  } = groups as Record<'part', string> & Record<string, string | undefined>;
  // What goes on after midnight ends on the next day.
  const endsLate =
    /night/i.test(part) || (/evening/i.test(part) && (Number(hour) < 5 || Number(hour) === 12));
  if (hour === undefined || endsLate) return text.replace(said, ` ; not in the ${part} ; `);
  const isMorning = /morning/i.test(part) && Number(hour) >= 5 && Number(hour) < 12;
  return text.replace(said, ` ; after ${hour}${minute}${half ?? (isMorning ? 'am' : 'pm')} ; `);
}

/** "I work Fridays", "I have to be at work Friday": days that are taken. "Can I work on Fridays" wants them. */
const BUSY_ON = new RegExp(
  [
    String.raw`(?<!\b(?:where|when|that|can|could|should|would|let me|if) )\b(?:i|we)(?:'m| am|'re| are|'ve)?`,
    ` (?:(?:also|usually|mostly|always|already) )?(?:(?:have|got|gotta|need|has)(?: got)?(?: to)? )?(?:(?:be )?(?:at )?(?:work|school)|(?:be )?in class`,
    `|(?:an? |my )?(?:class(?:es)?|labs?|practice|shifts?|rehearsal)|(?:be )?(?:busy|working|booked|out of town)) (?:all day |both )?(?:on )?`,
    String.raw`(?<days>(?:${DAY}|${SHORT_DAY})(?:(?:,| and| or| &) (?:${DAY}|${SHORT_DAY}))*)\b`,
    String.raw`(?!(?:'s)? (?:mornings?|afternoons?|evenings?|nights?|at|from|until|till?|after|before|\d))`,
  ].join(''),
  'i',
);
/** Each of several days. */
const EACH_DAY = new RegExp(String.raw`\b(?:${DAY}|${SHORT_DAY})\b`, 'gi');

/** Days that are taken are not wanted, unless they are asked for all the same. */
export function besideBusyDays(text: string): string {
  const { 0: said, groups } = BUSY_ON.exec(text) ?? {};
  if (said === undefined) return text;
  const rest = text.replace(said, ' ; ');
  const days = groups!.days!.match(EACH_DAY)!.map((day) => weekdayNamed(day)!);
  const isAsked = rest.match(EACH_DAY)?.some((day) => days.includes(weekdayNamed(day)!));
  return isAsked ? text : `${rest} ; not on ${days.map((day) => `${WEEKDAYS[day]}s`).join(' and ')}`;
}

/** "A weekend in December": any of its weekends. */
const A_WEEKEND = new RegExp(
  String.raw`\b(?:on |for )?(?:an?|any|some) weekends? (?:in|of|during) (?=${MONTH}\b)`,
  'i',
);

/** Of no day that is named, of those on which people work. */
const AFTER_WORK = /\bafter work\b/i;

function namesTime(text: string): boolean {
  return namesDay(text) || OTHER_TIME.test(text);
}

const OTHER_TIME = new RegExp(String.raw`\b(?:weeks|weekends|months|\d+|${MONTH})\b`, 'i');
