import { withoutOtherTimes } from './clauses.js';
import { daysIn, namesDay } from './day-names.js';
import { beforeLeaving, WORKS } from './own-times.js';

/** A sentence about oneself that wants nothing: "I hurt my back." */
const OF_ONESELF =
  /^(?:btw |so |also |and |but |because |since |as )?(?:i|i'm|im|i've|ive|my|mine|it'?s (?!(?:there|free|on|open)\b)|the house is|(?:it )?seems (?:silly|a shame|a waste|like)|can'?t|cannot|(?:she|he) (?:goes to bed|is asleep|naps|sleeps|turns)|we|we're|were (?=\d)|just (?:finished|got|moved|arrived|started|came|woke))\b/i;
const WANTS =
  /\b(?:want|wanna|need|look|looking|find|likes?|loves?|enjoys?|would|can(?!'?t)|could|should|interested|into|prefer|free|do|go|have|know|bored|hungry|apply|applied|never|broken|vegetarian|vegan|suck|(?:bad|terrible|awful|hopeless) at|hates?)\b/i;
/** When somebody has no time, and nothing else: "I have class in the morning." */
const SAYS_BUSY =
  /^(?:but |and |so |also )?(?:i|we)(?:'ve| have|'m| am| are|'re)?(?: got)?(?: to)? (?:(?:an? |my )?(?:class(?:es)?|labs?|lectures?|practice|shift|exam|meeting)|busy|work(?:ing)?|at work|in class)(?= (?:at \d|in the|on|until|till|from|every|all|this|tomorrow)\b)(?!.*\b(?:but|and)\b)[^?]*$/i;

/** "My guest arrives on Friday. What is there that evening?" */
const THAT_DAY = /\bthat (?:day|morning|afternoon|evening|night|weekend|week)\b/i;

/** "I've got two kids. What would they enjoy?" */
const CHILDREN =
  /\b(?:kids|children|toddlers?|(?:my|our|an?|one) (?:kid|child)|(?:little|younger|baby) (?:sister|brother|sibling|cousin)s?|(?:[1-9]|1[0-2])[- ]?(?:years?|yrs?)[- ]?olds?|(?:daughter|son|grandson|granddaughter|nephew|niece) (?:is|turns) (?:[1-9]|1[0-2])(?! ?[ap]m|:))\b/i;
const FOR_THEM =
  /\bthey(?:'d| would|'ll| will| could| might)\b|\b(?:would|will|could|can|might) (?:they|he|she)\b|\b(?:for|with) (?:them|him|her)\b|\b(?:he|she)(?:'d| would| could| might)\b/i;

/** "I have to file something. Where is this explained?" */
const OF_THIS =
  /\b(?:where|about|on|for|with|explains?) (?:this|that)(?: is (?:explained|discussed|covered))?\W*$/i;

/** Of "I work nights at the hospital" the hours alone. */
function hoursOfWork(sentence: string): string {
  const [said] = (OF_ONESELF.test(sentence) && WORKS.exec(sentence)) || [];
  return said === undefined ? sentence : sentence.replace(WORKPLACE, ' ');
}

const WORKPLACE =
  /(?<=(?:morning|afternoon|evening|night)s?(?: this week| every week)?) (?:at|in) (?:the |an? )?(?!\d)(?:\p{L}+ ?){1,3}(?=[.,;!?]|$)/iu;

const PART = /\b(?:mornings?|afternoons?|evenings?|nights?|tonight|noon|lunch\w*)\b/i;

/** "What's on tonight, it's Thanksgiving and the house is full": where a sentence about oneself begins behind what is wanted. */
const BEGINS_REMARK =
  /(?<=\S.{8,}),? +(?=(?:(?:and|but|because|since|as) )?(?:it'?s (?:for (?:my|our)|my|our|thanksgiving|christmas|raining|snowing|cold|dark|so)|the house is|(?:he|she) turns \d)\b)/iu;

/** "I work on Saturdays, so only weekdays." */
const ONLY_THEN =
  /\bonly (?:on )?(?:weekdays|weekends|weeknights|mornings|afternoons|evenings|nights|\p{L}+days)\b/iu;

/** "With nothing to do" wants nothing. */
const IDLE = /\b(?:with )?nothing (?:else )?to do\b/gi;

/** The sentences of a message: those that say what is wanted, and those that only say who asks, where there are both. */
function partedByWants(text: string): { wants: string; remarks: string } {
  const sentences = text
    .split(/(?<=[.?!])\s+/)
    .flatMap((sentence) => sentence.split(BEGINS_REMARK))
    .map(hoursOfWork);
  // "I work nights. Anything in the afternoon?" says when.
  const saysWhen = sentences.some((sentence) => !WORKS.test(sentence) && PART.test(sentence));
  const isRemark = (sentence: string) =>
    OF_ONESELF.test(sentence) &&
    !ONLY_THEN.test(sentence) &&
    (!WORKS.test(sentence) || saysWhen) &&
    (!WANTS.test(sentence.replace(IDLE, '')) || SAYS_BUSY.test(sentence));
  const wants = sentences.filter((sentence) => !isRemark(sentence));
  const remarks = sentences.filter(isRemark).join(' ');
  const isOfThatDay = wants.some((sentence) => THAT_DAY.test(sentence));
  // "I'm on campus tomorrow. Anything in the afternoon?"
  const isOfPlan = IS_PLAN.test(remarks) && !BUSY_WORDS.test(remarks);
  const isPartOfDay =
    !isOfThatDay && isOfPlan && wants.some((sentence) => PART.test(sentence) && !namesDay(sentence));
  const days = isOfThatDay || isPartOfDay ? daysIn(remarks) : '';
  if (days !== '' && isPartOfDay) return { wants: wants.join(' ').replace(PART, `$& ${days}`), remarks };
  if (days !== '') return { wants: `${days} ; ${wants.join(' ')}`, remarks };
  const pointsBack = wants.some((sentence) => THAT_DAY.test(sentence) || OF_THIS.test(sentence));
  if (wants.length === 0 || pointsBack) return { wants: text, remarks: '' };
  const isForChildren = CHILDREN.test(remarks) && wants.some((sentence) => FOR_THEM.test(sentence));
  return { wants: `${wants.join(' ')}${isForChildren ? ' for kids' : ''}`, remarks };
}

/** A message without what only says who asks. */
export function wantsOf(text: string): string {
  return partedByWants(withoutOtherTimes(beforeLeaving(text))).wants;
}

/** What tells of a plan for which something is looked for. */
const IS_PLAN =
  /\b(?:plan|plans|planning|visits?|visiting|arrives?|arriving|com(?:e|es|ing)|in town|together|outing|date|party|birthday|anniversary|stays?|staying)\b|\b(?:am|are|is|be|i'm|we're|they're) (?:here|there|off|around|back|in (?!class|school|bed)|on campus|on break)\b/i;
const BUSY_WORDS = /\b(?:class(?:es)?|works?|working|shift|exams?|finals?|busy|interview|due)\b/i;

/** The time of a plan that is told before what is wanted: "I plan an outing for Friday evening. What could we do?" */
export function timeTold(text: string): string {
  const { remarks } = partedByWants(text);
  return IS_PLAN.test(remarks) && !BUSY_WORDS.test(remarks) ? remarks : '';
}
