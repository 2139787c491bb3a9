import type { Asked } from '../interpreter.js';

/** What is asked of an event, by its words. */
const ASKED_BY: readonly (readonly [RegExp, Asked])[] = [
  [
    /^(?:is|are) (?:the )?[\p{L}' ]{2,30}? (?:open|closed)\b(?! (?:to|for|mic|house))|\b(?:opening|closing) (?:hours|times?)\b|\b(?:when|what time|how late) (?:does|do|is|are) (?:the )?[\p{L}' ]{2,30}? (?:open|close|closed)\b(?! (?:to|for|mic|house))/iu,
    'OPENING_HOURS',
  ],
  [
    /\bhow many (?:people|persons|workers|helpers|hands)\b.{0,20}\b(?:need|want|hire|hiring|looking|take)|\bhow many (?:positions|openings)\b/i,
    'POSITIONS',
  ],
  [
    /\b(?:apply|applications?)\b.{0,20}\b(?:by|until|till|close)\b|\b(?:until|till|by) when\b.{0,15}\b(?:apply|applications?)\b|\b(?:by when|when)\b.{0,20}\bapply by\b|\bdeadline\b|\bhow long can i (?:still )?apply\b/i,
    'APPLY_BY',
  ],
  [
    /\baddress\b|\bdirections\b|\bhow (?:do|can|would) (?:i|we|you) get (?:there|to)\b|\bwhere exactly\b|\bwhere (?:is|are) .{1,30} exactly\b|\bwhere(?:'s| is| are) the (?!(?:first|second|third|fourth|fifth|last|next|nearest|closest|best)\b)/i,
    'ADDRESS',
  ],
  [/\bhow many\b|\b(?:seats?|spots?|places?|tickets?) (?:are )?(?:still )?left\b|\bsold out\b/i, 'COUNT'],
  [
    /\b(?:cost|price|pric(?:e|ey)|free|how much|fees?|tickets?|expensive|cheap(?:er|est)?|admission)\b/i,
    'PRICE',
  ],
  [/\b(?:closest|nearest|how far|distance)\b/i, 'DISTANCE'],
  [
    /\b(?:sign(?:ing)? up|show(?:ing)? up|register|registration|rsvp|reserve|book|join|get in|walk in|drop in)\b/i,
    'SIGN_UP',
  ],
  [
    /\b(?:bring(?! (?:a|my|our) (?:friend|guest|roommate|kid|partner|dog))|wear|dress code|equipment|gear)\b/i,
    'BRING',
  ],
  [
    /\b(?:age|ages|kids?|child|children|guests?|friends?|bring (?:a|an|my|our|some)|can (?:my|our|an?) [\p{L} ]{2,25}? (?:come|join|go)|students?|beginners?|everyone|who can(?! (?:i|we)\b)|for whom|who is (?:it|that|this) for|open (?:to|for)|(?:only|just) for|experience)\b/iu,
    'AUDIENCE',
  ],
  [
    /\bwho(?:'?s| is| are)? (?:is |are )?(?:run|host|organi[sz]|offer|post|made|creat|put|behind|perform|play|speak|teach|lead|present|giv|doing|in charge|it\b(?! for)|that\b(?! for))|\b(?:organi[sz]er|host|speaker|performer|instructor|teacher|leader)s?\b|\bwho (?:can|do|should|could) (?:i|we) (?:contact|ask|call|email|reach|talk to)\b/i,
    'ORGANIZER',
  ],
  [/\bhow long\b|\blast(?:s|ing)?(?= (?:long|for)\b|\W*$)/i, 'DURATION'],
  [/\b(?:ends?|over|finish(?:es)?|done)\b|\bhow late\b/i, 'END'],
];

/** What a message asks of events, at most three things; none: what they are. */
export function askedOf(text: string): Asked[] {
  const asked = ASKED_BY.flatMap(([words, about]) => (words.test(text) ? about : []));
  return asked.filter((about) => about !== 'COUNT' || !asked.includes('POSITIONS')).slice(0, 3);
}

/** What an event may have, where it is asked for by itself. */
const AMENITY =
  'parking|wi-?fi|drink minimum|food|snacks?|drinks?|alcohol|a bar|seating|seats|chairs|wheelchair access|elevator|childcare|restrooms?|bathrooms?|showers?|lockers?|coat check|transport(?:ation)?|shuttles?|bus|carpool|dress code|age limit|minimum|cover(?: charge)?|entry fee|deadline|prizes?';
/** "The copper cellar one", or what a pronoun stands for. */
const SHOWN = 'it|that|this|them|those|there|the [^,.?!]{2,40} one';
/** "Is there parking", "do any of them serve vegetarian food", "does the jazz one have a drink minimum". */
const THING = new RegExp(
  String.raw`(?:^|\band )(?:ok |so |also )*(?:is|are) there (?:any |an? |free )*(?<is>${AMENITY})\b(?: (?:at|for|during|in|to) (?<of>the (?!next|best|first)[^,.?!]{2,40}))?|(?:^|\band )(?:is|are|will) there (?:be )?(?:any |an? |free |some )*(?<there>\p{L}{3,20}(?: \p{L}{3,20})?) (?:at|for|during|in|to) (?:${SHOWN})\W*$|\b(?:do|does|will) (?:${SHOWN}|they) (?:have|offer|serve|provide|give (?:you|us)|include|come with) (?:any |an? |free |some |the )*(?<with>(?!to\b|more|other|else|enough)\p{L}{3,20}(?: (?!there|or\b|and\b|for\b|at\b|to\b|too\b)\p{L}{3,20})?)\b(?: (?:at|for|during|in|to) (?<at>the (?!next|best|first)[^,.?!]{2,40}))?|\b(?:any|all|some|one|none) of (?:that|those|them|these)(?: (?:is|are|have|has|serve|offer|include))* (?<has>(?!free|cheap|online|near|close|still|paid|in\b|on\b|at\b|the\b|for\b)\p{L}{3,20})\b`,
  'iu',
);

/** "Do I need experience for that", "can I come without a team", "is lunch included". */
const DETAIL =
  /(?:^|[.?!,] |\band )(?:(?:ok(?:ay)?|so|and|but|hey|also|hmm)[\s,]+)*(?:(?:do|would|will|must|should|can|could|may) (?:i|we|people|they|my \p{L}+) (?:really |still |also |just )*(?:need|have to|must|bring|come|wear|show up|park|leave|get)(?: (?:to|be|have|bring|know|come))*(?: (?:with|without|any|an?|my|our|own|some|the))* (?<needed>(?!it\b|that\b|there\b|to\b|for\b|any\p{L}*|something)\p{L}{3,20})(?: (?:for|to|at|with|in) (?:it|that|this|them|those|(?<of>the [^,.?!]{2,40}))| there)?\W*$|do (?:they|you) (?:provide|offer|serve|supply|give out) (?:any |free |the )*(?<offered>\p{L}{3,20})\W*$|(?:is|are|was|will) (?:the |my |our |any )?(?<given>\p{L}{4,20}) (?:be )?(?:included|provided|required|needed|necessary|available|served|mandatory)\b)/iu;

/** What a message asks of events. */
interface Details {
  /** Something that they may have. */
  thing: string | null;
  about: Asked[];
  /** The words by which it names the event, with the article; none where it names none. */
  of: string | undefined;
}

/** Something that a message asks after in events, and what else it asks of them. */
export function detailsOf(text: string): Details {
  const found = THING.exec(text) ?? DETAIL.exec(text);
  if (!found) return { thing: null, about: askedOf(text), of: undefined };
  const { of, at, ...things } = found.groups!;
  const thing = Object.values(things).find((one) => one !== undefined)!;
  return { thing: thing.toLowerCase(), about: askedOf(text.replace(found[0], ' ')), of: of ?? at };
}

/** A question about one event that it names. */
const OF_ONE =
  /^(?:(?:ok(?:ay)?|so|and|hey|hi)[\s,]+)*(?:what (?:should|do|can) (?:i|we)|how do (?:i|we)|until when|by when|is|does|do|can|could|how much|how long|how many|when|where|what time|who|who's)\b(?!.*\b(?:events|gigs|jobs|things|concerts|games)\b).{0,60}?(?<!\b(?:at|in|near|on|around|by|to) )\b(?:the (?!next|best|first|cheapest|soonest|closest)|(?<=\b(?:come|go|get in|bring \w+ \w+) )to )/i;
/** The words that ask it. */
const ASKING =
  /\bwhat (?:should|do|can) (?:i|we) (?:need to )?(?:bring|wear)(?: to)?\b|\bhow (?:do|can) (?:i|we) get tickets?\b|\b(?:until|till|by) when can (?:i|we) apply\b|\bexactly\b|\b(?:for )?free\b|\b(?:costs?|price|tickets?|fees?)\b|\b(?:can|do|should|could) (?:i|we|you) (?:just |still |have to |need to )*(?:show up|walk in|come|sign up|register|rsvp|book|bring (?:(?!to the\b)[^,.?!])*)|\b(?:sign up|register|registration|rsvp)\b|\bcan (?:my|our|an?) [\p{L} ]{2,25}? (?:come|go|join)\b|\b(?:he|she)(?:'?s| is) not an? \p{L}+|\bhow (?:much|long|many people)\b|\b(?:ends?|over|last)\b(?=\W*$)|\bwho(?:'s| is)? (?:runs?|running|hosts?|hosting|organi[sz](?:es?|ing)|posts?|posted|made|created?|offers?|offering|behind)\b/giu;

/** "How much does dj night cost". */
const COST_OF = /\bhow much (?:does|do|is|are|will|would) (?!it|that|this|they|those|these|i\b|we\b|you\b)/i;

/**
 * What a message asks of one event that it names, and the message without that: "is the pottery class free", "can my roommate come to the
 * open mic".
 */
export function askedOfOne(text: string): Pick<Details, 'thing' | 'about'> & { rest: string } {
  const { thing, about: others, of } = detailsOf(text);
  if (thing !== null && of) return { thing, about: others, rest: of };
  const asked = askedOf(text);
  const about = asked.includes('OPENING_HOURS')
    ? asked.slice(0, 1)
    : OF_ONE.test(text) || COST_OF.test(text) || nameIn(text).length > 0
      ? asked
      : [];
  return { thing: null, about, rest: about.length > 0 ? text.replace(ASKING, ' ') : text };
}

/** How a question of a detail begins. */
const QUESTION =
  /^(?:(?:ok(?:ay)?|so|and|but|hey|also|hmm)[\s,]+)*(?:for the .{2,40}?, )?(?:who|what|when|where|which|how|do|does|is|are|can|could|will|would|should|must|until|till|by|deadline|address)\b/i;
/** "How late does the dj one go", "what should I wear to the tree planting". */
const NAME =
  /(?<!\b(?:at|in|near|around|by) )\bthe (?<name>[\p{L}\d'&-]+(?: (?!(?:one|and|go|goes|going|ends?|starts?|lasts?|costs?|over|open|is|are|at|in|on|exactly|please|today|tonight|tomorrow)\b)[\p{L}\d'&-]+){0,4})/iu;
/** "At the copper cellar one". */
const NAME_OF_ONE = /\bthe (?<name>[\p{L}\d'&-]+(?: [\p{L}\d'&-]+){0,3}?) one\b/iu;
/** Words that name no event. */
const NAMELESS =
  /^(?:first|second|third|fourth|fifth|[1-5](?:st|nd|rd|th)|last|next|nearest|closest|cheapest|best|events?|gigs?|jobs?|address|deadline|price|cost|tickets?|organi[sz]er|host|owner|speaker|teacher|instructor|performer|end|start|time|date|place|venue|location|week(?:end)?|day|evening|night|morning|afternoon|others?|same|most|one|ones|door|class|concert|show|game|match|talk|lecture|workshop|thing|party|session|meeting|shift|course|tour)\b/i;
const KIND =
  /(?: (?:one|class|concert|show|game|match|talk|lecture|workshop|thing|party|session|gig|job|event|tour))+$/i;

/** The words by which a question of a detail names an event; none where it names none so. */
export function nameIn(text: string): string[] {
  if (!QUESTION.test(text)) return [];
  const { name } = (NAME_OF_ONE.exec(text) ?? NAME.exec(text))?.groups ?? {};
  if (!name || NAMELESS.test(name)) return [];
  return name.replace(KIND, '').toLowerCase().split(' ');
}
