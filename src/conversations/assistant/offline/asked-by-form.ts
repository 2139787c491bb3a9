import type { Asked } from '../interpreter.js';
import { askedOf, contentOf } from './asked.js';

/** How people begin. */
export const LEAD = String.raw`^(?:(?:ok(?:ay)?|so|and|but|hey|hi|also|hmm)[\s,]+)*`;

/** How people go on. */
export const FURTHER_LEAD = String.raw`^(?:(?:and|so|ok(?:ay)?|but|well)[\s,]+)*`;

/** Words that name no event. */
export const NAMELESS =
  /^(?:an?|my|some|any|it|that|this|them|those|these|me|us|you|first|second|third|fourth|fifth|[1-5](?:st|nd|rd|th)|last|next|nearest|closest|cheapest|best|events?|gigs?|jobs?|address|deadline|price|cost|pay|rate|wage|salary|tickets?|organi[sz]ers?|hosts?|openers?|headliners?|opening acts?|owner|speakers?|teacher|instructor|performer|end|start|time|date|place|venue|location|week(?:end)?|day|(?:evening|night|morning|afternoon)(?! (?!before\b|after\b|of\b)\p{L})|others?|same|most|soonest|earliest|latest|longest|shortest|one|ones|doors?|gates?|class|concert|show|game|match|talk|lecture|workshop|thing|party|session|meeting|shift|course|tour|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|jan(?:uary)?|feb(?:ruary)?|march|april|may|june|july|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|\d+(?:st|nd|rd|th)?|(?:sat|sun|mon|tues?|wed|thurs?|fri)|coming|whole|holidays?|sounds?(?= (?:like|good|great|fun|cool|nice|interesting|boring)\b)|sounds$|looks?|works?|seems?|is|concerts|classes|shows|games|matches|talks|lectures|workshops|parties|sessions|meetings|shifts|courses|tours)\b|\b(?:stuff|things|events|gigs|jobs|ones)$/iu;

/** What only somebody asks who looks for events. */
export const LOOKS_FOR =
  /\b(?:any|anything|something|some|events?|gigs?|jobs?|work|happening|going on|find|look(?:ing)?|(?<!\bthey )want|see|hear|watch|good|best|concerts?|go|meet|learn|play|dance|eat|where can|what can|what should|volunteer|get paid|refund|you (?:have|got|know)|have you)\b/i;

/** What a message asks of the events that it names. */
export interface AskedOfOne {
  thing: string | null;
  about: Asked[];
  /** The message without that. */
  rest: string;
  /** What kind of event it is called: "the coyote talk". */
  kind?: string;
  /** The titles of several events, where it asks of each of them. */
  titles?: string[];
  /** Whether it names the event by words, or may do so. */
  naming: 'BY_WORDS' | 'MAYBE' | 'NONE';
}

/** What a message asks of one event in a form that says where the name of the event stands; undefined where it has none of these. */
export function askedByForm(text: string): AskedOfOne | undefined {
  return (
    ofNamed(OF_AGE, ['AUDIENCE'], text) ??
    ofFree(text) ??
    ofPlace(text) ??
    ofNamed(WITHOUT_IT, [], text) ??
    ofBringing(text) ??
    ofNamed(SPEAKS_AT, ['ORGANIZER'], text) ??
    ofNamed(INCLUDES, [], text) ??
    ofTickets(text)
  );
}

/** "Hockey tickets" */
const TICKETS_OF =
  /^(?!(?:any|free|cheap|buy|get|need|how|where|what|do|does|is|are|can|i|my|the|some|event|events|student|no)\b)(?<name>[^,.?!]{3,40}?) tickets?\W*$/i;

function ofTickets(text: string): AskedOfOne | undefined {
  const { name } = TICKETS_OF.exec(text)?.groups ?? {};
  return name === undefined || LOOKS_FOR.test(name)
    ? undefined
    : { thing: 'tickets', about: [], rest: name, naming: 'MAYBE' };
}

/** What a pattern asks of the event that it names: some detail, or a thing. */
function ofNamed(pattern: RegExp, about: Asked[], text: string): AskedOfOne | undefined {
  const { name, thing, when = '', more = '' } = pattern.exec(text)?.groups ?? {};
  if (!name || NAMELESS.test(name)) return undefined;
  const all = [...new Set([...about, ...askedOf(more)])];
  return {
    thing: thing ? (contentOf(thing) ?? thing) : null,
    about: all,
    rest: name + when,
    naming: 'MAYBE',
  };
}

/** "Is Twelfth Night on Saturday free with a student ID?" */
const IS_FREE = new RegExp(
  String.raw`${LEAD}(?:is|are) (?!there\b)(?<name>[^,.?!]{4,50}?) free(?: (?:for|with|to|of|if)\b[^.?!]{2,40})?\W*$`,
  'i',
);

function ofFree(text: string): AskedOfOne | undefined {
  const { name } = IS_FREE.exec(text)?.groups ?? {};
  if (!name || NAMELESS.test(name) || LOOKS_FOR.test(name)) return undefined;
  return { thing: null, about: ['PRICE'], rest: name, naming: 'MAYBE' };
}

/** "How do I get to Drumlin Arena?" */
const GETS_TO = new RegExp(
  String.raw`${LEAD}(?:how (?:do|can|would) (?:i|we|you) get to|(?:the )?(?:address|location) of|directions to|what(?:'s| is) the address of|where exactly is) (?:the )?(?!(?:it|that|there|this|one|first|second|third|know|meet|see|go|play|try|work|be|do|hear|talk|speak|sign|join|become|volunteer|participate|perform|sing|attend|use|make|take|apply|register|post|add|have|buy)\b)(?<place>[^,.?!]{4,40}?)\W*$`,
  'i',
);

/** "Where is Larkin Hall?" */
const WHERE_IS = new RegExp(
  String.raw`${LEAD}where(?:'?s| is| are) (?:the )?(?<place>[^,.?!]{2,40}?)\W*$`,
  'i',
);

/** The name of a place, and not the words of a title. */
export const VENUE =
  /\b(?:union|hall|cent(?:er|re)|library|arena|theat(?:er|re)|stadium|museum|park|plaza|gallery|auditorium|ballroom|gym|pool|church|chapel)\W*$/i;

function ofPlace(text: string): AskedOfOne | undefined {
  const whereIs = WHERE_IS.exec(text)?.groups?.place;
  const place = whereIs && VENUE.test(whereIs) ? whereIs : GETS_TO.exec(text)?.groups?.place;
  return place === undefined
    ? undefined
    : { thing: null, about: ['ADDRESS'], rest: `at the ${place}`, naming: 'NONE' };
}

/** "Can I go to trivia if I don't have a team?" */
const WITHOUT_IT = new RegExp(
  String.raw`${LEAD}(?:can|could|may) (?:i|we) (?:still )?(?:go|come|join|play|get in|do|take part|participate)(?: (?:to|at|in|for))? (?:the )?(?<name>[^,.?!]{3,40}?),? (?:if (?:i|we) (?:don't|dont|do not|haven't|havent) (?:have|got|own|know) |without (?:having )?)(?:an? |any |my own )?(?<thing>[^,.?!]{3,25}?)\W*$`,
  'i',
);

/** "Do I need to bring my own skates?", "do we have to bring a mat to yoga?" */
const BRINGS = new RegExp(
  String.raw`${LEAD}(?:do|should|must) (?:i|we) (?:(?:need|have) to )?(?:bring|own|rent) (?:my |our )?(?:own )?(?:an? )?(?<thing>[^,.?!]{3,25}?)(?: (?:to|for) (?:the )?(?<name>[^,.?!]{3,40}?))?\W*$`,
  'i',
);

function ofBringing(text: string): AskedOfOne | undefined {
  const { thing, name = thing } = BRINGS.exec(text)?.groups ?? {};
  if (!thing || NAMELESS.test(thing) || NAMELESS.test(name!)) return undefined;
  const content = contentOf(thing);
  return { thing: content, about: content === null ? ['BRING'] : [], rest: name!, naming: 'MAYBE' };
}

/** "Who is speaking at the astronomy seminar?", but not "who is playing at the union?" */
const SPEAKS_AT = new RegExp(
  String.raw`${LEAD}who(?:'s| is| are|s)? (?:speaking|talking|presenting|performing|playing|singing|teaching) (?:at|in) (?:the )?(?<name>[^,.?!]{0,40}\b(?:seminar|talk|lecture|colloquium|workshop|class|concert|show|recital|fair|night|mic|panel|session|reading|festival|party|symphony))\b(?<when> (?:on|this|next|today|tonight|tomorrow|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2})\b[^,.?!]*?)?(?: and (?<more>(?:how much|what|where)\b.*))?\W*$`,
  'i',
);

/** "Does the fence gig include lunch?" */
const INCLUDES = new RegExp(
  String.raw`${LEAD}(?:does|do|will) (?:the )?(?<name>[^,.?!]{3,40}?) (?:include|come with|provide|cover) (?:an? |any |the )?(?<thing>[^,.?!]{3,30}?)\W*$`,
  'i',
);

/** "Can a 14 year old take the woodworking class?" */
const OF_AGE = new RegExp(
  String.raw`${LEAD}(?:can|could|may) (?:(?:my|our|an?) )?(?:\d{1,2}[- ]?(?:years?|yrs?)[- ]?olds?|teen(?:ager)?s?) (?:take|join|attend|do|come to|go to|get into) (?:the )?(?<name>[^,.?!]{3,40}?)\W*$`,
  'i',
);
