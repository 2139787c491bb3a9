import { MONTH, withoutDays } from './day-names.js';

/** How a request begins that needs no comma before it. */
const ASKING = String.raw`(?:(?:is|are|will) there (?:an?|any|some)|any(?:thing|where) (?:to|on|for|good|fun|happening|going)|(?:what|where|which|how) (?:can|could|should|do|would) (?:i|we)|what's (?:on|happening|going on)|can (?:someone|anyone)|(?<!\b(?:i|we|you|they|he|she|don't|to|and|or|really|just|also|only) )need (?:something|anything|some))\b`;
/** How a request begins. */
const REQUEST = String.raw`(?:(?:so|and|but|then|please|pls) )*(?:(?:is|are|was|will) there|(?:got |know of )?any(?:thing|where|one|body)?\b|some(?:thing|where)\b|(?:what|where|when|which|who|how)(?:'s|'re| \p{L})|(?:can|could) (?:i|we|you|someone|anyone)\b|(?:do|does|did) (?:you|i|we|they|anyone)\b|(?:show|find|list|tell|give|recommend|suggest) (?:me|us|some|any|all)\b|(?:looking|searching) for\b|(?:i|we)(?:'m|'re| am| are|'d|'ll| would| will)? (?:just |really |only )?(?:looking|need|want|wanna|like to|love to|gotta find|have to find)\b|need |want |help(?: me| us)?\W*$)`;

const REQUESTS = new RegExp(`^${REQUEST}`, 'iu');

/** Where a request begins behind what somebody tells first: "I have an exam on Monday but is there anything fun this weekend?" */
const BEGINS_REQUEST = new RegExp(
  String.raw`(?:[,;:]|\s[-–—]|\s(?=(?:so|and|but)\s)|(?=\s${ASKING}))\s*(?=${REQUEST})`,
  'iu',
);

/** Who tells something: "my roommate plays the cello". */
const TELLS =
  /^(?:(?:so|btw|hey|hi|hello|ok(?:ay)?|well|ugh+|omg|man|dude|yo|oh|and|but|because|since|as|cuz|bc|tho|though)[\s,]+)*(?:i|i'm|im|i've|ive|i'll|we|we're|we've|my|our|it'?s|he|she|they|just|been|had|got (?:an?|my|some)|new (?:here|in|to)|(?:bus|train|flight|ride) (?:home|back|leaves|is|at))\b\s\S/iu;

/** Times that have a name. */
const NAMED_TIME =
  /\b(?:weekends?|break|holidays?|thanksgiving|christmas|new year'?s?|easter|halloween|now|this (?:morning|afternoon|evening))\b/gi;

/** Hours of a day, months, and what is some days ahead. */
const TIME = new RegExp(
  String.raw`\b(?:mornings?|afternoons?|evenings?|nights?|noon|midnight|lunch\w*|later|weekdays|(?:in |for )?(?:an?|one|two|three|\d) (?:days?|weeks?|months?)|(?:at )?\d{1,2}(?::\d\d)? ?[ap]m|(?:at|until|till?|from|after|before|by) \d{1,2}|(?:in )?${MONTH})\b`,
  'gi',
);

const withoutTimes = (text: string) => withoutDays(text).replace(NAMED_TIME, ' ').replace(TIME, ' ');

/** What stands for something that was told: "I have a paper on whales. Is there a talk on that?" */
const POINTS_BACK =
  /\b(?:it|that(?!'s| (?:is|are|isn't|aren't|has|have|does|doesn't|i|we|would|could|can|start|starts|end|ends|pay|pays)\b)|this(?! (?:we?e?k|month|year|semester|fri|sat|sun|mon|tue|wed|thu|morning|afternoon|evening))|those|these|ones?|here|nearby|close by|then)\b|\b(?<!\bgood )(?:for|with) (?:me|us|him|her|them)\b|\b(?:my|our)\b/i;

/** When somebody has time, or none, or no money: a condition of what is wanted. */
const IS_CONDITION =
  /\b(?:free|available|off|done|not|never|no|only|until|till?|every|each|mornings|afternoons|evenings|nights|work\w*|class(?:es)?|labs?|shifts?|practice|broke|money|cash)\b|n'?t\b|[$€£]/i;

/** What somebody likes or wants is asked for. */
const WANTS =
  /\b(?:want\w*|wanna|need\w*|look(?:ing)? for|likes?|loves?|enjoys?|into|interested|prefers?|craving|fans? of)\b/i;

/** Where somebody begins to tell behind a request: "what should I wear, I don't own a blazer". */
const BEGINS_TELLING =
  /(?:[,;]|\s(?=(?:because|since|cuz|bc|tho|though)\s))\s*(?=(?:(?:because|since|as|cuz|bc|tho|though|but|and)\s+)?(?:i|i'm|i've|we|we're|we've|my|our|it'?s)\b\s\S)/iu;

/** Where what is told goes on with somebody. */
const BETWEEN_TOLD =
  /(?:,|\s)\s*(?=(?:(?:and|but|so)\s+)?(?:i|i'm|we|we're|my|our|he|she|they)\b\s\S)(?<=,\s*|\s(?=(?:and|but|so)\b))/iu;

/** A sentence, or what it tells and what it asks for. */
function clausesOf(sentence: string): string[] {
  const isRequest = REQUESTS.test(sentence);
  if (!isRequest && !TELLS.test(sentence)) return [sentence];
  const begin = (isRequest ? BEGINS_TELLING : BEGINS_REQUEST).exec(sentence);
  return begin ? [sentence.slice(0, begin.index), sentence.slice(begin.index + begin[0].length)] : [sentence];
}

/**
 * The clauses of a message in which somebody only tells of oneself, beside a request that does not speak of it: "my thesis is due on Friday,
 * what's on this weekend?"
 */
export function toldIn(message: string): string[] {
  const clauses = message.split(/(?<=[.?!])\s+/).flatMap(clausesOf);
  const told = clauses
    .filter((clause) => TELLS.test(clause) && !REQUESTS.test(clause))
    .flatMap((clause) => clause.split(BETWEEN_TOLD))
    .filter((clause) => !WANTS.test(clause));
  const others = clauses.filter((clause) => !TELLS.test(clause) || REQUESTS.test(clause));
  return others.some((clause) => REQUESTS.test(clause)) && !others.some((clause) => POINTS_BACK.test(clause))
    ? told
    : [];
}

/** A message without these. */
export function requestIn(message: string): string {
  return toldIn(message).reduce((rest, clause) => rest.replace(clause, ' '), message);
}

/** What somebody has to do says nothing of when something is wanted. */
const IS_DUE = /\b(?:due|deadline|exams?|finals?|midterms?|tests?|quiz|interview|thesis|paper)\b/i;

/** What may be of what is told: "I have a calculus exam on Monday, any help on Sunday?" */
export const SEEKS_HELP = /\b(?:help|study|tutor\p{L}*|review|prep\p{L}*|practice)\b/iu;

/**
 * A message without what it tells of a day, where its request names another one and wants no help with it, and without the times of
 * exams and the like.
 */
export function withoutOtherTimes(message: string): string {
  const request = requestIn(message);
  if (request === message) return message;
  const isOfOther = withoutDays(request).replace(NAMED_TIME, ' ') !== request && !SEEKS_HELP.test(request);
  const left = (clause: string) => (IS_DUE.test(clause) ? withoutTimes(clause) : clause);
  return toldIn(message)
    .filter((clause) => !IS_CONDITION.test(clause) && withoutTimes(clause) !== clause)
    .reduce((text, clause) => text.replace(clause, isOfOther ? ' ; ' : left(clause)), message);
}
