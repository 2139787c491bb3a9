import type { Asked } from '../interpreter.js';
import { STOP_WORDS } from './question-lexicon.js';

/** "Would it be suitable for all twelve of us?" */
export const ROOM_FOR_US =
  /\b(?:room|space|enough|suitable|fit|ok(?:ay)?|possible|seats|spots|places)\b.{0,30}\b(?:all|for|of) (?:the )?(?:\p{L}+|\d+) of us\b/iu;

/** "How far do they go": what a text tells, not how far away it is. */
const HOW_FAR =
  /\bhow far (?:(?:do|does|will) (?:they|you|it|we) (?:go|run|walk|hike|ride|bike)\b(?! to\b)|(?:is|are) (?:the |that |this )?(?:[\p{L}-]+ ){0,2}(?:run|walk|hike|ride|race)\W*$)/iu;

/** "Are any of them open late on Thursdays?" */
export const ARE_OPEN =
  /\b(?:is|are) (?:any of |all of )?(?:it|they|them|these|those) open (?:late|early|on|at|over|during|this|next|every|daily)\b/i;

/** "When should I be there?" */
const WHEN_THERE =
  /\b(?:when|what time|how early|by when) (?:should|must|do|can) (?:i|we|you|one) (?:(?:have|need) to )?(?:be (?:there|here)|arrive|show up|get there|be(?= (?:at|in) \p{L}))\b(?:(?: (?:at|for|to|in))? (?<of>(?!(?:it|that|this|there|them|those|at|in|for|to|by|if|and)\b)[^,.?!]{3,40}))?/iu;

/** Who may come along. */
const PEOPLE =
  '(?:friend|guest|roommate|kid|child|son|daughter|baby|toddler|partner|year|parent|famil|husband|wife|spouse|boyfriend|girlfriend|date|mom|mum|dad|mother|father|brother|sister|sibling|cousin|mate|nephew|niece|grand|plus)';
const BRINGS = String.raw`bring (?:(?:an?|my|our|some|the) )?(?:[\d-]+ ?|\p{L}+ )?`;

/** What is asked of an event, by its words. */
const ASKED_BY: readonly (readonly [RegExp, Asked])[] = [
  [ARE_OPEN, 'HOURS'],
  [
    /^(?!.*\b(?:exhibit|exhibition|market|fair|expo|festival|sale|one|gig|job|position|spot|registration|sign-?up|show(?! me))s?\b)(?:(?:is|are) (?!there\b|(?:any|all) of |it\b|this\b|that\b|they\b|these\b)(?:the )?[\p{L}' ]{2,30}? (?:open|closed)\b(?! (?:to|for|mic|house|source|studio|air|skate))|.*\b(?:opening|closing) (?:hours|times?)\b|.*\b(?:when|what time|how late) (?:does|do|is|are) (?:the )?[\p{L}' ]{2,30}? (?:open|close|closed)\b(?! (?:to|for|mic|house)))/iu,
    'OPENING_HOURS',
  ],
  [
    /\bhow many (?:people|persons|workers|helpers|hands)\b.{0,20}\b(?:need|want|hire|hiring|looking|take)|\bhow many (?:positions|openings)\b|\bhow many (?:[a-z]+ ){1,3}are (?:still )?needed\b|\bmost (?:spots|positions|openings|places)\b/i,
    'POSITIONS',
  ],
  [
    /\b(?:apply|applications?)\b.{0,20}\b(?:by|until|till|close)\b|\b(?:until|till|by) when\b.{0,15}\b(?:apply|applications?)\b|\b(?:by when|when)\b.{0,20}\bapply by\b|\bdeadline\b|\bapplications?\b.{0,12}\bdue\b|\bapply[- ]by date\b|\btime (?:left )?to apply\b|\bapply\b.{0,60}\b(?:until|till|by) when\W*$|\bhow long can i (?:still )?apply\b|\bhow late (?:can|could|may) (?:i|we) (?:still )?apply\b|\bwhen (?:do|must|should) (?:i|we) (?:have to |need to )?apply\b|\blast (?:day|chance|date|moment|minute|time) (?:(?:i|we) can |to |for )appl|\btoo late to apply\b|\bstill apply\b|\bby when\b|\bstill (?:open|available|up for grabs|taking applications)\b/i,
    'APPLY_BY',
  ],
  [
    /\baddress\b|\bdirections\b|\bhow (?:do|can|would) (?:i|we|you) get (?:there|to)\b|\bwhere exactly\b|\bwhere (?:is|are) .{1,30} exactly\b|\bwhere(?:'s| is| are) the (?!(?:first|second|third|fourth|fifth|last|next|nearest|closest|best)\b)/i,
    'ADDRESS',
  ],
  [
    new RegExp(
      String.raw`\bhow many\b(?! hours\b)|\bwho(?: else)?(?:'s| is)(?: all)? (?:going|coming|attending)\b|\bbring (?:like |about |around )?\d+\b|\bbig enough\b|\b(?:seats?|spots?|places?|tickets?) (?:are )?(?:still )?left\b|\bsold out\b|\bstill (?:have |any )*(?:room|space|spots?|seats?|places?|openings?)\b|${ROOM_FOR_US.source}`,
      'iu',
    ),
    'COUNT',
  ],
  [
    /\b(?:costs?|price(?:[- ]?wise)?|pric(?:e|ey)|free|how much(?! longer)|(?:have|need) to pay(?! (?:by|with|in|back)\b)|what (?:does|do|will|would) [^,.?!]{2,30} pay(?= in (?:total|all)\b|\W*$)|fees?|tickets?(?! (?:are )?(?:still )?(?:left|available)\b)|expensive|cheap(?:er|est)?|admission|discounts?)\b/i,
    'PRICE',
  ],
  [
    new RegExp(
      String.raw`(?!${HOW_FAR.source})\b(?:closest|nearest|how far|distance|(?:is it|are they) (?:far|near|close|walkable))\b`,
      'iu',
    ),
    'DISTANCE',
  ],
  [
    /\bstill (?:go|come)\b|\b(?:sign(?:ing)?[ -]?ups?|show(?:ing)? up|register|registration|rsvp|reserve|book|join|(?<!free to )get in(?! (?:for )?free\b)|walk in|drop in)\b|\bhow (?:do|can) (?:i|we) apply\b|\blast (?:day|chance) to (?:sign|regis)/i,
    'SIGN_UP',
  ],
  [
    new RegExp(
      String.raw`\bwhat (?:can|could|may|should) (?:i|we) bring\b|(?<!\b(?:can|could|may) (?:i|we|you|people) (?:also |still |just )?)\b(?!${BRINGS}${PEOPLE})bring\b(?! (?:like |about |around )?\d)|\b(?:wear|dress code|equipment|gear)\b`,
      'iu',
    ),
    'BRING',
  ],
  [
    new RegExp(
      String.raw`\b(?:age|ages|kids|kid(?! (?!friendly\b)\p{L}+(?: (?:on|this|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|\W*$))|child|children|guests?|friends?|can (?:(?:my|our|an?) [\p{L}\d -]{2,25}?|she|he|they) (?:come|join|go)|students?(?! (?:tickets?|prices?|discounts?|ids?|rates?))|beginners?|everyone|suitable|appropriate|who can(?! (?:i|we)\b)|for whom|who is (?:it|that|this) for|(?<!\b(?:doors?|gates?) )open (?:to|for)|(?:only|just) for|experience)\b|\b(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)[- ]?(?:years?|yrs?)[- ]?olds?\b|\b(?:1[3-9]|2[0-5]) ?(?:\+|(?:and|or|&) (?:over|up|older|under)\b)|\bage (?:limit|restriction|requirement)s?\b|\badults? only\b|\bcheck(?:ing)? ids?\b|\b(?:over|under|be|at least) (?:18|21)\b|\b${BRINGS}${PEOPLE}`,
      'iu',
    ),
    'AUDIENCE',
  ],
  [
    /\bwho(?:'?s| is| are)? (?:is |are )?(?:opens|opening|reading(?! (?:group|room))|singing|run|host|organi[sz]|offer|post|made|creat|put|behind|perform|play|speak|talk|teach|lead|present|giv|doing|in charge|it\b(?! for)|that\b(?! for))|\b(?:organi[sz]er|host|speaker|performer|soloist|conductor|headliner|opener|instructor|teacher|leader)s?\b|\bwho (?:can|do|should|could) (?:i|we) (?:contact|ask|call|email|reach|talk to)\b/i,
    'ORGANIZER',
  ],
  [/\b(?:how late|(?:until|till) when)\b.*\bone\b.*\bopen\b/i, 'HOURS'],
  [
    /^(?=.*\b(?:exhibit|exhibition|market|fair|expo)s?\b)(?!.*\b(?:regist|sign.?ups?\b|apply)).*(?:\b(?:opening|closing) (?:hours|times?)\b|\b(?:when|what time|(?:what|which) hours|how late|(?:until|till) when)\b.*\b(?:opens?|closed?|closes)\b(?! to\b))/i,
    'HOURS',
  ],
  [
    /\bhow (?:long|many hours)\b(?!.*\bstill\b)|(?<!\b(?:ends?|closes?|finish(?:es)?) )\blast(?:s|ing)?(?= (?:long|for)\b|\W*$)/i,
    'DURATION',
  ],
  [
    /\b(?:until|till) when(?: (?:do|does|is|are)\b|\W*$)(?!.*\bapply)|\b(?:ends?|ending|closing(?! (?:hours|times?))|(?<!\b(?:look|looking|read|reading|all|come|go|and|or) )over|finish(?:es)?|done)\b|\bhow late\b(?!.{0,20}\bapply\b)|\bhow long\b.*\bstill\b|\bhow much longer\b/i,
    'END',
  ],
];

/** "Tell me more about the second one", "what's it like". */
const TELLS_ALL =
  /\bwhat (?:kind|sort|type|genre)s? of (?:[\p{L}-]+ ){0,2}(?:is|are|does|do|will) (?:it|that|this|they|he|she|the (?:first|second|third|fourth|fifth|last)(?: one)?)\b|\b(?:tell (?:me|us) (?:a bit |a little )?more|more (?:info(?:rmation)?|details?))\b|^details?\W*$|\bdescribe (?:it|that|this|the \p{L}+ one)\b|\bwhat(?:'s| is|s) (?:it|that|this|the (?:first|second|third|fourth|fifth|last)(?: one)?) (?:about|like)\b|\btell (?:me|us) about (?:it|that|this|the (?:first|second|third|fourth|fifth|last)(?: one)?)\W*$/iu;

/** "What do I need to know for it?" */
const KNOWS =
  /\bwhat (?:do|should|must) (?:i|we) (?:need to |have to )?(?:bring ?(?:\/|or|and) ?)?know\b(?! about\b)|\bdo (?:i|we|you) (?:need|have) to know (?:anything|something)\b/i;

/** "What is the pantry one about and when does it end?" */
const TELLS_MORE =
  /\bwhat(?:'s| is| are) .{2,40} about and (?=(?:when|where|how|who|what|is|are|do|does|can)\b)/i;

/** "How much is it for students?" asks nothing of who may come. */
const FOR_STUDENTS = /\bfor (?:\p{L}+ ){0,2}students?\W*$/iu;

/** What a message asks of events, at most three things; none: what they are. */
export function askedOf(text: string): Asked[] {
  if (KNOWS.test(text)) return ['SUBJECT'];
  const asked = ASKED_BY.flatMap(([words, about]) => (words.test(text) ? about : []));
  if (asked.length === 0 && TELLS_ALL.test(text)) return ['SUBJECT'];
  if (TELLS_MORE.test(text)) asked.unshift('SUBJECT');
  const isOfStudents = asked.includes('PRICE') && FOR_STUDENTS.test(text);
  return asked
    .filter((about) => about !== 'END' || !asked.includes('HOURS'))
    .filter((about) => about !== 'COUNT' || !asked.includes('POSITIONS'))
    .filter((about) => about !== 'AUDIENCE' || !isOfStudents)
    .slice(0, 3);
}

/** What an event may have, where it is asked for by itself. */
const AMENITY =
  'parking|wi-?fi|drink minimum|(?:vegetarian|vegan|halal|kosher|gluten[- ]free)(?: (?:food|options?|choices?|dishes|snacks))?|food|snacks?|drinks?|alcohol|a bar|seating|seats|chairs|wheelchair access|elevator|childcare|restrooms?|bathrooms?|showers?|lockers?|coat check|transport(?:ation)?|shuttles?|bus|carpool|dress code|minimum|cover(?: charge)?|entry fee|deadline|prizes?|(?:an )?intermission|recordings?|(?:guided )?tours?|(?:zoom|video|meeting) link|live ?stream|q ?(?:&|and) ?a|meet and greet|merch|opening act|opener|after ?party|subtitles|(?:sign language |asl )?interpreter';
/** "The copper cellar one", or what a pronoun stands for. */
const SHOWN = 'it|that|this|them|those|there|the [^,.?!]{2,40} one';
/** "Is there parking", "do any of them serve vegetarian food", "does the jazz one have a drink minimum". */
const THING = new RegExp(
  String.raw`^(?:(?:and|so|ok|but)[\s,]+)*(?:is|are|will) there (?:be )?(?:something|anything) to (?<eaten>eat|drink)(?: there)?\W*$|(?:(?:^|\band |[?.!,] )(?:ok |so |also )*(?:is|are) there|^(?:ok |so |and |also )*will there be) (?:like |gonna be |any |an? |free )*(?<is>${AMENITY})\b(?: (?:at|for|during|in|to) (?<of>(?!(?:it|that|this|there|them|those|the (?:next|best|first|venue|door|event))\b)[^,.?!]{2,40}))?|(?:^|\band )(?:is|are|will) there (?:be )?(?:like |gonna be |any |an? |free |some )*(?<there>(?!any|some|events?\b|gigs?\b|jobs?\b|concerts?\b|shows?\b)\p{L}{3,20}(?: \p{L}{3,20}){0,3}?) (?:(?:at|for|during|in|to) (?:${SHOWN}|the (?:venue|door|event))|(?:after|before) (?:it|the (?:show|concert|performance|game|film|movie|talk))|beforehand|afterwards?)\W*$|\b(?:do|does|will) (?:${SHOWN}|they) (?:have|offer|serve|provide|give (?:you|us)|include|come with) (?:any |an? |free |some |the )*(?<with>(?!to\b|more|other|else|enough|any|something)\p{L}{3,20}(?: (?!there|or\b|and\b|for\b|at\b|to\b|too\b)\p{L}{3,20})?)\b(?: (?:at|for|during|in|to) (?<at>the (?!next|best|first)[^,.?!]{2,40}))?|\b(?:any|all|some|one|none) of (?:that|those|them|these) (?:with|have|has|having|serve|serving|offer) (?:any |some |free )*(?<serves>(?!free|it\b|the\b)\p{L}{3,20})\b|\b(?:any|all|some|one|none|much) of (?:it|that|those|them|these)(?: (?:is|are|have|has|serve|offer|include))* (?<has>(?!(?:is|are|was|were|have|has)\b|free|busy|away|coming|going|gone|sick|tired|with\b|cheap|closing|ending|over\b|next\b|this\b|today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|online|near|close|still|paid|in\b|on\b|at\b|the\b|for\b)\p{L}{3,20})\b`,
  'iu',
);

/** "Do I need experience for that", "can I come without a team", "is lunch included". */
const DETAIL =
  /(?:^|[.?!,] |\b(?:and|or) )(?:(?:ok(?:ay)?|so|and|but|hey|also|hmm)[\s,]+)*(?:(?:do|would|will|must|should|can|could|may) (?:i|we|people|they|my \p{L}+) (?:really |still |also |just )*(?:need|have to|must|bring|come|wear|show up|park|leave|get)(?: (?:to|be|have|bring|know|come|how))*(?: (?:with|without|any|an?|my|our|own|some|the))* (?<needed>(?!(?:friends?|guests?|roommates?|kids?|child|children|partner|spouse|husband|wife|boyfriend|girlfriend|parents?|family|mom|dad|brother|sister)\b|tickets?\b|regist|rsvp|reserv|apply|pay\b|it\b|that\b|there\b|to\b|for\b|any\p{L}*|something)\p{L}{3,20})(?: (?:for|to|at|with|in) (?:it|that|this|them|those|(?<of>the [^,.?!]{2,40}))| there)?(?:\W*$|[?.!] )|do (?:they|you) (?:provide|offer|serve|supply|give out) (?:any |free |the )*(?<offered>\p{L}{3,20})\W*$|(?:is|are|was|will) (?:the |my |our |any )?(?<given>\p{L}{4,20}) (?:be )?(?:included|provided|required|needed|necessary|available|served|mandatory|(?<=\b(?:parking|food|drinks|snacks|lunch|dinner|breakfast|coffee) )(?:free|extra))\b)|\bi(?:'ve| have|ve)? (?:got )?no (?<lacking>\p{L}{3,20}),? (?:so )?which\b|\b(?:when|what time) (?:do|does|will) (?:the )?(?<opened>gates?|doors?) open\b|\b(?:is|are) there (?:any |an? |some )?(?:rules?|polic(?:y|ies)|restrictions?) (?:about|on|for|regarding|against) (?:the |using )*(?<ruled>\p{L}{3,20})\b/iu;

/** "Can I bring a bag to that?" */
const CAN_BRING = new RegExp(
  String.raw`\b(?:can|could|may) (?:i|we|you|people) (?:also |still |just )?(?!${BRINGS}${PEOPLE})bring (?:in )?(?:(?:an?|my|our|some|any) )?(?:own )?(?<brought>(?!(?:to|in|for|it|that|this|them)\b)\p{L}{3,20}(?: (?!(?:to|in|into|for|at|with|or|and|there|from|of|that|inside)\b)\p{L}{3,20})?)(?: (?:in)?to (?!it\b|that\b|this\b|them\b)(?<of>[^,.?!]{3,40}))?`,
  'iu',
);

/** "Which has food?" */
const WHICH_HAS =
  /^(?:(?:ok(?:ay)?|so|and|but)[\s,]+)*which (?:of (?:them|those|these) )?(?:has|have|serves?|offers?|includes?|comes? with) (?:any |free |some |the )*(?<having>(?!to\b)\p{L}{3,20})\W*$/iu;

/** "How heavy is it?" */
const HOW_IT_IS =
  /^(?:(?:ok(?:ay)?|so|and|but)[\s,]+)*how (?<quality>(?!far|long|much|many|old|late|early|often|soon|come|about|close|near|expensive|cheap|pricey|free)\p{L}{3,15}) (?:is|are|was|will) (?:it|that|this|they)(?: be)?\W*$/iu;

/** "What's on the program?" */
const WHATS_ON =
  /\bwhat(?:'?s| is)(?: on)? the (?<listed>program(?:me)?|set ?list|menu|line-?up|agenda|topic|theme)\b/i;

/** "Could they fix my toaster", of what was shown. */
const OF_IT =
  /^(?:(?:ok(?:ay)?|so|and|but|hey|also|hmm|great|cool|nice|wait)[\s,]+)*(?:could|can|will|would|do|does|did|is|are|has|have)(?:n't)? (?:they|it|he|she|(?:that|this|those|these)(?= \p{L}+\W*$))(?: be)?(?! (?:have|has|going|sold|still|on\b|cancel)\b)(?!.*\b(?:anything|something|other|more|else|ones?|online|virtual(?:ly)?|remote(?:ly)?|outdoors?|outside|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?)\b) (?<asked>[^.?!,]{3,60})\W*$/iu;

/** "Can I perform?" */
const CAN_DO =
  /^(?:(?:ok(?:ay)?|so|and|but)[\s,]+)*(?:can|could|may) (?:i|we|anyone|anybody) (?:also |just |still )?(?<done>perform|play|sing|dance|watch|sell|eat|drink|smoke|sit|stand|leave|swim|skate|compete|participate)(?: (?:there|too|as well|early|late))?\W*$/i;

/** What asks after something that events may have or be; the first that matches counts. */
const ASKS_FOR_THING = [THING, DETAIL, CAN_BRING, WHICH_HAS, HOW_IT_IS, WHATS_ON, CAN_DO];

/** Whether a message asks something of what was shown, by a word that stands for it. */
export function isOfIt(text: string): boolean {
  const asked = askedOfIt(text);
  return asked !== undefined && (askedOf(text).length > 0 || contentOf(asked) === null);
}

function askedOfIt(text: string): string | undefined {
  return OF_IT.exec(text)?.groups?.asked;
}

/** What stands in questions, and not in what answers them. */
const ONLY_ASKED =
  /^(?:that|this|there|then|along|able|pay|paid|cost|provided|included|allowed|required|available|know|started|hiring)$/;

/** Words of a question that may stand in what answers it, at most the last three; null where there are none. */
export function contentOf(text: string): string | null {
  const words =
    text
      .toLowerCase()
      .replaceAll("'", '')
      .match(/\p{L}[\p{L}\d-]+/gu) ?? [];
  const said = words.filter((word) => !STOP_WORDS.has(word) && !ONLY_ASKED.test(word));
  const last = said.slice(-3).join(' ');
  return last.replace(/\bpark$/, 'parking') || null;
}

/** Words that are nothing that an event may have. */
const NO_THING =
  /^(?:not|in|on|at|during|for|with|to|from|by|near|under|over|after|before|between|open|still|works?|good|fit|suit)$/i;

/** What a message asks of events. */
interface Details {
  /** Something that they may have. */
  thing: string | null;
  about: Asked[];
  /** The words by which it names the event, with the article; none where it names none. */
  of: string | undefined;
}

/** Questions, and what the sentence has that answers them. */
const TOLD_BY: readonly (readonly [RegExp, string])[] = [
  [HOW_FAR, 'miles'],
  // "How do I get tickets for the symphony?" asks where, and not for how much.
  [
    /\bhow (?:do|can|could) (?:i|we|you) (?:get|buy) (?:the |some |any |a )?tickets?\b(?!.*\b(?:how much|costs?|price)\b)/i,
    'tickets',
  ],
  // "Is it ok if I've never played?"
  [
    /^(?:(?:and|but|so|ok(?:ay)?)[\s,]+)*(?:is|would|will|can|could|do|what|am|even)\b.*\bnever (?:really |ever )*\p{L}+(?:ed|ne|en|un)(?: (?:it|this|that|one|any))?(?: before)?\W*$/iu,
    'experience',
  ],
  [
    /\b(?:do|would) (?:i|you|we) (?:have|need) to be (?:(?:any|really|very|super|that) )*(?:good|great|experienced|skilled|athletic|fit|an? (?:expert|pro))\b/i,
    'experience',
  ],
  [/\b(?:do|does|will|would) (?:they|it) feed (?:you|me|us|people|everyone|volunteers)\b/i, 'food'],
  [WHEN_THERE, 'arrive'],
  [/\b(?:is|are|will) (?:it|that|this|they)(?: be)?(?: held)? (?:outside|outdoors)\b/i, 'outside'],
  [
    /\b(?:is|are) (?:it|that|this|they)(?: held)? (?:online|virtual|on zoom|in[- ]person)(?: or (?:(?:is it )?(?:online|virtual|on zoom|in[- ]person)))?\W*$/i,
    'online',
  ],
  [/\b(?:if|when|in case) it(?:'s| is|s)? (?:cloudy|overcast)\b/i, 'clear'],
  [
    /\b(?:if|when|in case) it(?:'s| is)? (?:rain|snow)\p{L}*|\brain (?:date|plan)\b|\bbad weather\b/iu,
    'rain',
  ],
  [
    /\b(?:where (?:can|do|should|could|would|am) (?:i|we|you|people)(?: supposed)?(?: to)?|(?:is|will) there (?:be )?(?:somewhere|anywhere|a place|a spot) to) park\b(?:(?: my car)? (?:for|at|near|to go to) (?:the )?(?<of>(?!(?:it|that|this|there|them|those|free)\b)[^,.?!]{3,40}))?/i,
    'parking',
  ],
];

/** "Do I have to bring a shovel?": what else is to be brought tells it, too. */
const BRINGS_ALONG = /\b(?:have to|need to|must|should) (?:i |we )?bring\b/i;

/** Something that a message asks after in events, and what else it asks of them. */
export function detailsOf(text: string): Details {
  for (const [pattern, thing] of TOLD_BY) {
    const told = pattern.exec(text);
    if (told) return { thing, about: askedOf(text.replace(pattern, ' ')), of: told.groups?.of };
  }
  const found = ASKS_FOR_THING.find((pattern) => pattern.test(text))?.exec(text);
  if (!found || Object.values(found.groups!).some((one) => one && NO_THING.test(one))) {
    const about = askedOf(text);
    const asked = about.length === 0 ? askedOfIt(text) : undefined;
    return { thing: asked === undefined ? null : contentOf(asked), about, of: undefined };
  }
  const { of, at, ...things } = found.groups!;
  const named = Object.values(things).find((one) => one !== undefined)!;
  const thing = named === 'eat' ? 'food' : named;
  // Who asks whether one has to know how, asks for experience.
  const asked = /\bknow how to\b/i.test(found[0])
    ? 'experience'
    : (thing.includes(' ') && contentOf(thing)) || thing.toLowerCase();
  const about = askedOf(text.replace(found[0], ' '));
  const brings = BRINGS_ALONG.test(found[0]) && !about.includes('BRING');
  return { thing: asked, about: brings ? [...about, 'BRING'] : about, of: of ?? at };
}
