import type { Pay } from '../interpreter.js';

/** What a text says about money, and the text without it. */
export interface FoundPay {
  pay: Pay | null;
  rest: string;
}

const OVER = 'over|above|more than|greater than|higher than|exceeding|better than|>';
const AT_LEAST = 'at least|atleast|no less than|not less than|minimum of|minimum|min|starting at|>=';
const UNDER = 'under|below|less than|cheaper than|<';
const AT_MOST = 'at most|no more than|not more than|up to|maximum of|maximum|max|<=';
const AMOUNT = String.raw`\d{1,7}(?:,\d{3})*(?:\.\d{1,2})?`;

const MONEY = new RegExp(
  [
    String.raw`(?:(?<!\p{L})(?:(?<over>${OVER})|(?<atLeast>${AT_LEAST})|(?<under>${UNDER})|(?<atMost>${AT_MOST})|(?<verb>pays?|paying|paid|earn|make)(?: me)?)\s{0,3}|)`,
    String.raw`(?<symbol>[$€£]|)\s?(?<![\d.,:/])(?<first>${AMOUNT})(?!\d)`,
    String.raw`(?:\s?(?:-|–|to)\s?[$€£]?(?<second>${AMOUNT})(?!\d|[:/]\d))?`,
    String.raw`(?<plus>\+?)\s?(?<word>(?:dollars?|bucks|usd|euros?|eur|pounds|gbp)\b|)`,
    String.raw`(?:\s?(?:an|per|a|each|every|for (?:one|an|1|each)|/)\s?(?<unit>hour|hr|h|day|week|month)\b|\s(?<adverb>hourly|daily|weekly|monthly)\b|)`,
  ].join(''),
  'iu',
);

/** What follows a bare number that is not money: a date, a time, a count of something. */
const NO_MONEY =
  /^\s?(?:st|nd|rd|th|am|pm|[:/%-]\d|min|hour|hr|day|week|month|year|people|person|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const OF_WORK = /\b(?:pay|pays|paying|paid|earn|make|wage|wages|gigs?|jobs?|work|shifts?)\b/i;

const CURRENCIES: [RegExp, string][] = [
  [/^(?:\$|dollar|bucks|usd)/i, 'USD'],
  [/^(?:€|eur)/i, 'EUR'],
  [/^(?:£|pounds|gbp)/i, 'GBP'],
];
const PER: [RegExp, Pay['per']][] = [
  [/^h/i, 'HOURLY'],
  [/^da/i, 'DAILY'],
  [/^w/i, 'WEEKLY'],
  [/^m/i, 'MONTHLY'],
];

function meaning<Value>(table: [RegExp, Value][], text: string | undefined): Value | null {
  return table.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null;
}

function amount(text: string | undefined): number | null {
  return text === undefined ? null : Number(text.replaceAll(',', ''));
}

/** Reads "over $15", "at least 20 an hour", "$15-20/hr", "pays 18". A bare amount is the least. */
export function findPay(text: string): FoundPay {
  for (let at = 0; at < text.length; ) {
    const match = MONEY.exec(text.slice(at));
    if (!match?.groups) break;
    const end = at + match.index + match[0].length;
    if (isMoney(match.groups, text, end))
      return { pay: payOf(match.groups), rest: `${text.slice(0, at + match.index)} ; ${text.slice(end)}` };
    at = end;
  }
  const byHour = BY_THE_HOUR.exec(text)?.[0];
  return byHour
    ? { pay: ANY_PAY_BY_THE_HOUR, rest: text.replace(byHour, 'pay ;') }
    : { pay: null, rest: text };
}

/** "Which gigs pay by the hour". */
const BY_THE_HOUR = /\b(?:pays?|paying|paid) (?:by the hour|hourly|(?:per|an) hour)\b/i;
const ANY_PAY_BY_THE_HOUR: Pay = { least: 0, most: null, strictly: true, currency: null, per: 'HOURLY' };

type Groups = Record<string, string | undefined>;

function isMoney(
  { symbol, word, unit, adverb, over, atLeast, under, atMost, verb }: Groups,
  text: string,
  end: number,
) {
  if (symbol || word || unit || adverb) return true;
  const compared = over ?? atLeast ?? under ?? atMost;
  return Boolean(verb || (compared && OF_WORK.test(text))) && !NO_MONEY.test(text.slice(end));
}

function payOf({ over, under, atMost, symbol, word, unit, adverb, first, second }: Groups): Pay {
  const [one, other] = [amount(first), amount(second)];
  const upTo = under ?? atMost;
  return {
    least: upTo ? null : other === null ? one : Math.min(one!, other),
    most: upTo ? one : other === null ? null : Math.max(one!, other),
    strictly: Boolean(over ?? under),
    currency: meaning(CURRENCIES, symbol || word),
    per: meaning(PER, unit ?? adverb),
  };
}
