import { DAY, MONTH, namesDay, SHORT_DAY } from './day-names.js';

/** What somebody is busy with. */
const OWN_TIME = String.raw`(?:(?:my|our) (?:\p{L}+ )?|(?<=^|[.!?] ))(?:class(?:es)?|shift|work|lab|lecture|practice|training|rehearsal|exam|school|meeting)`;

/** "My class ends at 5 on Wednesday", "I get off work at 6", "Practice runs till 7". */
export const ENDS_AT = new RegExp(
  [
    String.raw`\b(?:(?:${OWN_TIME} (?:ends?|finish(?:es)?|gets? out|lets? out|is over|is done)`,
    String.raw`|(?<!\bwhere )(?:i|we)(?:'m| am| are|'re)? (?:get off|get out|finish|done|off)(?: (?:of|with|from))?(?: (?:work|class|school))?) (?:at|around)`,
    `|${OWN_TIME} (?:runs?|goes|lasts?|is) (?:until|till?)`,
    String.raw`|(?<!\bwhere )(?:i|we)(?:'m| am)? (?:work|at work|in class|have (?:class(?:es)?|labs?|practice|work)) (?:until|till?))`,
    String.raw` (?<hour>\d{1,2}(?::\d\d)?) ?(?<half>[ap]m)?(?: (?:on )?(?<day>${DAY}|${SHORT_DAY}|today|tomorrow))?(?![\d:/])`,
  ].join(''),
  'iu',
);
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

/** What is asked for after something ends is that of its day, or of today where none is named. */
export function afterEnds(text: string): string {
  const { 0: said, groups } = ENDS_AT.exec(text) ?? {};
  if (said === undefined) return text;
  const { hour, half = '', day = namesDay(text) ? '' : 'today' } = groups!;
  return text.replace(said, `${day} after ${hour}${half} ; `).replace(AFTER_THAT, ' ');
}

/** What is said already by when something ends. */
const AFTER_THAT = /\bafter (?:that|then|work|class)\b/i;
