import { DAY, MONTH, NUMBERS, namesDay, SHORT_DAY } from './day-names.js';

/** What somebody has to go to. */
const APPOINTMENT =
  '(?:class(?:es)?|shift|work|job|lab|lecture|recitation|practice|training|rehearsal|exam|final|midterm|test|meeting|appointment|interview|flight|train|bus|ride)';
const DATE = String.raw`(?:(?:on |this )*(?:${DAY}|${SHORT_DAY}\b)|(?:on |the )*\d{1,2}(?:st|nd|rd|th)|(?:on )?${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?\b|today|tonight|tomorrow)`;
const HOUR = String.raw`(?:\d{1,2}(?::\d\d)?(?![\d:]| (?:hours?|minutes?|people))(?: ?[ap]m\b)?|(?:${NUMBERS.join('|')})\b(?! (?:hours?|minutes?|people))(?: ?[ap]m\b)?|noon\b|midnight\b)`;
const AT = `(?:(?<day>${DATE}) )?(?:at|around|from|by|not until) (?<hour>${HOUR})(?: (?<date>${DATE}))?`;

/** A plan of somebody's own, as it is told. */
interface Plan {
  told: RegExp;
  /** What is asked for where nothing says whether before or after it; null: nothing. */
  side: 'before' | 'after' | null;
}

const BEGINS = String.raw`(?<=^|[,.;!?] |\b(?:and|but|so|because|since|cuz|bc) )`;

/** What it is that ends: of somebody's own, or at the beginning of a sentence. */
const OWN = String.raw`(?:(?:after )?(?:my|our) (?:[\p{L}\d:]+ )?|(?<=^|[.!?] ))${APPOINTMENT}`;

const PLANS: Plan[] = [
  // "My class ends at 5 on Wednesday", "I get off work at 6", "Practice runs till 7".
  {
    told: new RegExp(
      [
        String.raw`(?<![\p{L}'])(?:(?:${OWN} (?:ends?|finish(?:es)?|gets? out|lets? out|is over|is done)`,
        String.raw`|(?<!\bwhere )(?:i|we)(?:'m| am| are|'re)? (?:get off|get out|finish|done|off)(?: (?:of|with|from))?(?: (?:work|class|school))?) (?:at|around)`,
        `|${OWN} (?:runs?|goes|lasts?|is) (?:until|till?)`,
        String.raw`|(?<!\bwhere )(?:i|we)(?:'m| am)? (?:work|at work|in class|have (?:class(?:es)?|labs?|practice|work)) (?:until|till?))`,
        ` (?<hour>${HOUR})(?: (?<date>${DATE}))?`,
      ].join(''),
      'iu',
    ),
    side: 'after',
  },
  // "My shift starts at 6 on Saturday", "I have lab at 2".
  {
    told: new RegExp(
      [
        String.raw`${BEGINS}(?:(?:my|our) (?:[\p{L}\d:]+ )?${APPOINTMENT} (?:(?:only |does not |doesn'?t |isn'?t )?(?:starts?|begins?|is|leaves|departs)(?= ))`,
        String.raw`|(?:i|we)(?: have|'ve got| have got| got|'ve)(?: an?| my)?(?: [\p{L}\d:]+)? ${APPOINTMENT}(?: starting)?`,
        String.raw`|(?:i|we) (?:start(?: work| my shift)?|work(?= (?:at|from)\b)|(?:have|need|'ve got|got|gotta) (?:to )?(?:be (?:at|in) (?:work|class|lab|practice)|start work|be there|leave)))`,
        ` ${AT}`,
      ].join(''),
      'iu',
    ),
    side: null,
  },
  // "My last final is on Dec 10", "I am done with exams on the 14th".
  {
    told: new RegExp(
      [
        `${BEGINS}(?:my last (?:final|exam|midterm|test|class|day)s? (?:is|are)`,
        `|(?:i|we)(?:'m| am|'re| are|'ll be| will be)? (?:done|finished|through|finish|free)(?: (?:with|w/?))?(?: (?:my |all my |all |the )?(?:exams?|finals?|classes|school|everything|semester))`,
        `|(?:done|finished|through) (?:with|w/?) (?:my |all my |all |the )?(?:exams?|finals?|classes|school|everything))`,
        ` (?<date>${DATE})`,
      ].join(''),
      'iu',
    ),
    side: 'after',
  },
  // "I leave on the 12th", "I'm flying home Saturday".
  {
    told: new RegExp(
      `${BEGINS}(?:i|we)(?:'m| am|'re| are|'ll be| will be)? (?:leav(?:e|ing)|fly(?:ing)?|driv(?:e|ing)|head(?:ing)?|go(?:ing)?)(?: back)?(?: home| out| away| town)?(?: for (?:home|break|the holidays|good))? (?<date>${DATE})(?! (?:to|with|and) )`,
      'iu',
    ),
    side: null,
  },
];

const BESIDE_IT =
  /,? ?\b(?:(?<before>before(?:hand)?|until then)|(?<after>after(?:wards?)?))(?: (?:that|then|it|this|work|class|school|my \p{L}+|(?:i|we) (?:go|leave|start|finish|have to (?:go|leave)|am done|'m done)))?(?=\W*$)/iu;

/**
 * A message with the times of one's own plans as those that are asked for: "my shift starts at 6 on Saturday, what's on before?" asks for
 * what is before 6 on Saturday.
 */
export function besideOwnPlans(text: string): string {
  for (const { told, side } of PLANS) {
    const { 0: clause, groups = {} } = told.exec(text) ?? {};
    if (clause === undefined) continue;
    const rest = text.replace(clause, ' ').replace(/^[\s,.;]+(?:so |and |but )?/, '');
    const { 0: said, groups: beside } = BESIDE_IT.exec(rest) ?? {};
    const asked = beside ? (beside.before ? 'before' : 'after') : side;
    if (asked === null) continue;
    const isOfDay = namesDay(rest) || OF_EACH_WEEK.test(rest);
    return `${said ? rest.replace(said, '') : rest.replace(/\W+$/, '')} ${timeOf(groups, asked, isOfDay)}`;
  }
  return text;
}

/** Days of any week, of which today need not be one. */
const OF_EACH_WEEK = /\bweek(?:day|night)s?\b/i;

/** The hour of the day that is told, or of today where the request names none; or the whole day. */
function timeOf(
  { hour, day, date = day }: Record<string, string | undefined>,
  side: string,
  isOfDay: boolean,
): string {
  const named = date?.replace(/^(?:on |the |this )+/i, '').replace(/^(?=\d)/, 'the ') ?? '';
  if (hour === undefined) return `${side} ${named}`;
  if (/^tonight$/i.test(named)) return `today ${side} ${hour}${/^\d[\d:]*$/.test(hour) ? 'pm' : ''}`;
  return `${named || (isOfDay ? '' : 'today')} ${side} ${hour}`.trim();
}
