import { askedOf, contentOf, detailsOf } from './asked.js';
import { type AskedOfOne, askedByForm, LEAD, LOOKS_FOR, NAMELESS, VENUE } from './asked-by-form.js';
import { KIND, KINDS, ofChoice, ofCompared, plainWords, TIME } from './asked-of-two.js';
import { STOP_WORDS } from './question-lexicon.js';
import { wantsOf } from './wants.js';

/** A question about one event that it names. */
const OF_ONE = new RegExp(
  String.raw`${LEAD}(?:what (?:should|do|can) (?:i|we)|how do (?:i|we)|until when|by when|is|does|do|can|could|how much|how long|how many|when|where|what time|who|who's)\b(?!.*\b(?:events|gigs|jobs|things|concerts|games)\b).{0,60}?(?<!\b(?:at|in|near|on|around|by|to) )\b(?:the (?!next|best|first|cheapest|soonest|closest|day\b|daytime|morning|afternoon|evening|night|week)|(?<=\b(?:come|go|get in|bring \w+ \w+) )to )`,
  'i',
);
/** The words that ask it. */
const ASKING =
  /\b(?:suitable|appropriate|okay|ok) for (?:(?:an?|my|our|the) )?[^,.?!]{2,30}|\bwhat (?:should|do|can) (?:i|we) (?:need to )?(?:bring|wear)(?: to)?\b|\bhow (?:do|can) (?:i|we) (?:get tickets?|apply|sign up|register)\b(?: for)?|\b(?:until|till|by) when can (?:i|we) apply\b|\bexactly\b|\b(?:for )?free\b|\b(?:costs?|price|tickets?|fees?)\b|\b(?:can|do|should|could) (?:i|we|you) (?:just |still |have to |need to )*(?:show up|walk in|come|sign up|register|rsvp|book|bring (?:(?!to\b)[^,.?!])*)|\b(?:sign up|register|registration|rsvp)\b|\bcan (?:my|our|an?) [\p{L}\d -]{2,25}? (?:come|go|join)\b|\b(?:he|she)(?:'?s| is) not an? \p{L}+|\bhow (?:much|long|many people)\b|\b(?:ends?|over|last)\b(?=\W*$)|\b(?:opening|closing) (?:hours|times?)\b(?: of| for)?|\bcloses?\b|\bopens?\b(?=\W*$| (?:on|until|till)\b)|\bwho(?:'?s| is)? (?:opening (?:for|at)|runs?|running|hosts?|hosting|organi[sz](?:es?|ing)|posts?|posted|made|created?|offers?|offering|behind)\b/giu;

/** "How much does dj night cost", "who's hosting dj night". */
const OF_NAMED =
  /\b(?:how much (?:does|do|is|are|will|would)|how far(?: away)? is|who(?:'?s| is) (?:hosting|running|organi[sz]ing|teaching|leading|behind|opening for|opening at)) (?!it|that|this|they|those|these|i\b|we\b|you\b)/i;

/** How a question of a detail begins. */
const QUESTION = new RegExp(
  String.raw`${LEAD}(?:for the .{2,40}?, )?(?:(?:who|what|when|where)(?:'?s)?|which|how|do|does|is|are|can|could|will|would|should|must|until|till|by|deadline|address|(?:opening|closing) (?:hours|times?))\b`,
  'i',
);
/** "How late does the dj one go", "what should I wear to the tree planting". */
const NAME =
  /(?<!\b(?:at|in|near|around|by) )\bthe (?<name>[\p{L}\d'&-]+(?: (?!(?:one|and|suitable|good|okay|ok|appropriate|for|free|worth|still|included|allowed|go|goes|going|ends?|starts?|lasts?|costs?|over|open|is|are|if|when|cancell?ed|at|in|on|exactly|please|today|tonight|tomorrow|\d\d(?= ?\+)|all ages)\b)[\p{L}\d'&-]+){0,4})/giu;
/** "The address of the repair café". */
const NAME_OF_DETAIL =
  /\b(?:address|location|price|cost|deadline|length|organi[sz]er|host|speaker)s? (?:of (?:the |that )?|(?:for|at) (?:the|that) )(?<name>[\p{L}\d'&-]+(?: (?!(?:and|at|in|on|please|today|tonight|tomorrow)\b)[\p{L}\d'&-]+){0,4})/giu;
/** "At the copper cellar one". */
const NAME_OF_ONE = /\bthe (?<name>[\p{L}\d'&-]+(?: [\p{L}\d'&-]+){0,3}?) (?:one|thing)\b/giu;
/** "The one on light pollution". */
const NAME_OF_THEME =
  /\bthe one (?:on|about|with|for|called|named) (?:the )?(?<name>[\p{L}\d'&-]+(?: (?!(?:and|at|in|on|please|today|tonight|tomorrow)\b)[\p{L}\d'&-]+){0,3})/giu;
/** "For that bike maintenance class". */
const NAME_OF_KIND = new RegExp(
  String.raw`(?<=^|\b(?:for|to|is|was|does|do|of|about|with) )that (?<name>(?:[\p{L}\d'&-]+ ){1,4}?(?:${KINDS}))\b`,
  'giu',
);
/** "Who is speaking at the coyote talk". */
const NAME_AT = new RegExp(
  String.raw`\b(?:speaks?|speaking|talking|presenting|performing|playing|teaching) (?:at|in|during) (?:the|that) (?<name>(?:[\p{L}\d'&-]+ ){1,4}?(?:${KINDS}))\b`,
  'giu',
);
/** "When does Twelfth Night play": two words in capitals at least. */
const NAME_IN_CAPITALS =
  /(?<=\b(?:[Dd]oes|[Dd]o|[Ii]s|[Aa]re|[Ww]ill|for|to|of|about|see) (?:the )?)(?<name>\p{Lu}[\p{L}\d'&-]*(?: (?:of|the|and|on|for|to|a))*(?: \p{Lu}[\p{L}\d'&:-]*)+)/gu;

/** "That chocolate tasting, can I pay with a meal swipe?" */
const NAMED_FIRST = new RegExp(
  String.raw`${LEAD}(?:for |about |just |only )*(?:the |that |this |(?=[^,.?!]{3,40} (?:gig|job|shift|thing|one)(?: (?:on|this|next|tomorrow|tonight)\b[^,]{0,15})?,))(?<name>[^,.?!]{3,40}), (?<question>(?:can|could|do|does|is|are|will|would|should|how|who|when|what|where)\b.+)`,
  'iu',
);
/** "For the broomball do I have to bring my own skates" */
const NAMED_AFTER_FOR = new RegExp(
  String.raw`${LEAD}for (?:the|that) (?<name>(?:[\p{L}'&-]+ ){0,3}?[\p{L}'&-]+),? (?<question>(?:can|could|do|does|is|are|will|would|should|how|who|when|what|where) (?:i|we|it|they|there|much|long|many|the|do|does|is|are|can|should)\b.+)`,
  'iu',
);
/** "Painting the fence - when do I have to apply by": what it is of stands first, maybe. */
const NAMED_BEFORE_DASH = new RegExp(
  String.raw`${LEAD}(?:for |about )?(?:the |that |this )?(?<name>[^,.?!:;–—]{3,40}?)(?: [-–—]+|:) (?<question>(?:can|could|do|does|is|are|will|would|should|how|who|when|what|where|until)\b.+)`,
  'iu',
);
/** "Twelfth Night how long does it run" */
const NAMED_BEFORE_IT = new RegExp(
  String.raw`${LEAD}(?:the |that |this )?(?<name>(?!(?:what|when|where|who|how|is|are|do|does|can|could|any|i|we|it|and|so)\b)[^,.?!]{4,40}?),? (?<question>(?:how (?:long|much|late)|what time|when|where|who) (?:does|do|is|are|will|did|can) (?:it|that|they)\b.*|what(?:'?s| is)(?: on)? the (?:program(?:me)?|set ?list|menu|line-?up|agenda|topic|theme)\W*)$`,
  'iu',
);
/** "... and do you have to be in that major?" */
const SECOND =
  /,? and (?=(?:do|does|is|are|can|could|will|how|who|who'?s|when|when'?s|where|what|by when|until)\b)|, (?=(?:is|are|does|do|can|will) (?:it|they|that|this)\b)|[?.] (?=(?:and )?(?:is|are|does|do|can|could|will) (?:it|they|that|there)\b(?! (?:any|an?|some)\b)|(?:and )?(?:who|what|when|where|how)\b(?:(?! and\b)[^.?!]){0,30} (?:it|that)\b(?! (?:is|are)\b))|[?.,] (?=(?:and )?(?:is|are) there (?:an? |any )?(?:drink minimum|cover|parking|food|seating|dress code|wheelchair|childcare|coat check)\b)|[?.,] (?=(?:and )?(?:can|could|may) (?:i|we) bring\b)/i;
/** "Is lunch provided at the career fair", "do I need to RSVP for swing dance", maybe: what comes last may be a place, or what is looked for. */
const MAYBE_OF_ONE = new RegExp(
  String.raw`${LEAD}(?<asked>(?:do|does|is|are|can|could|will|would|should|must|what|where|how|when)\b(?=[^,.?!]*\b(?:i|we|you|they|my|our|provided|included|allowed|served|required|available|still|discount|left)\b)[^,.?!]{2,60}?) (?:at|for|to|from|during|in) (?:the |that )?(?<name>[\p{L}\d'&-]+(?: (?!(?:at|for|to|from|in|on|this|next|today|tonight|tomorrow)\b)[\p{L}\d'&-]+){0,4})(?<when> (?:on|this|next|today|tonight|tomorrow)\b[^,.?!]*)?\W*$`,
  'iu',
);

/** "Does Neon Ferry have an opener", maybe: what has something. */
const HAS = new RegExp(
  String.raw`${LEAD}(?:does|do|will) (?:the |that )?(?<name>(?!(?:it|that|this|these|those|they|you|i|we|he|she|one|all|any|anyone|anybody|someone|somebody|people|events?|gigs?|jobs?)\b)[^,.?!]{3,40}?) (?:have|offer|serve|provide|include|require|allow|accept) (?<had>[^,.?!]{3,40})\W*$`,
  'iu',
);

/** "Is the coyote talk recorded", maybe: what is like something. */
const IS_SO = new RegExp(
  String.raw`${LEAD}(?:is|are|will) (?:the |that )(?<name>[^,.?!]{3,40}?) (?:be )?(?<had>recorded|(?:live )?streamed|(?:wheelchair )?accessible|hard|difficult|crowded|catered|seated|loud|scary|competitive|beginner friendly|kid friendly|family friendly)\W*$`,
  'iu',
);

/** "Is Kid Meridian sold out?" */
const IS_SOLD_OUT = new RegExp(
  String.raw`${LEAD}(?:is|are) (?:the |that )?(?<name>(?!(?:it|that|this|they|those|these|any|anything|something|everything)\b)[^,.?!]{3,40}?) (?:already |still )?(?<had>sold out)\b[^,.?!]*\W*$`,
  'iu',
);

/** What stands for what was looked for first: "where is it, and how far do they go?" */
const STANDS_FOR_ONE = /\b(?:it|they|them)\b/i;
/** "Is Omar on this week? Is there a drink minimum?", "what is on at the Tannery, and can I bring a backpack?" */
const OF_THERE = /^(?:and )?(?:(?:is|are) there|(?:can|could|may) (?:i|we) bring)\b/i;
/** A question that is answered yes or no. */
const YES_OR_NO = /^(?:do|does|is|are|can|could|will|would|should)\b/i;

/** "Which is cheaper, the hockey game or the basketball game". */
const OF_TWO = /\bor (?:the|that)\b/i;

/** "The brakes on my bike are broken": a sentence, and no name. */
const SAYS_SO = /\b(?:is|are|was|were|has|have) \p{L}/iu;

/** The event that a message names before it asks something of it, and what it asks. */
export function namedFirst(text: string): { name: string; question: string } | undefined {
  const { name: said, question } = (NAMED_FIRST.exec(text) ?? NAMED_AFTER_FOR.exec(text))?.groups ?? {};
  const name = said?.replace(/^one (?:about|on|with|at|in) (?:the )?/i, '');
  const isNamed = name && !NAMELESS.test(name) && !SAYS_SO.test(name) && !LOOKS_FOR.test(question!);
  return isNamed ? { name, question: question! } : undefined;
}

/** The event that a question of a detail names, in words, and where these begin; undefined where it names none so. */
function named(text: string): { name: string; from: number; isMaybe?: boolean } | undefined {
  const first = namedFirst(text);
  if (first) return { name: first.name, from: text.indexOf(first.name) };
  if (!QUESTION.test(text) || OF_TWO.test(text)) return undefined;
  for (const pattern of [
    NAME_OF_THEME,
    NAME_OF_ONE,
    NAME_OF_DETAIL,
    NAME_OF_KIND,
    NAME_AT,
    NAME,
    NAME_IN_CAPITALS,
  ]) {
    for (const found of text.matchAll(pattern)) {
      const name = found.groups!.name!;
      const from = found.index + found[0].lastIndexOf(name);
      if (!NAMELESS.test(name)) return { name, from, isMaybe: pattern === NAME_IN_CAPITALS };
    }
  }
  return undefined;
}

/** The words by which a question of a detail names an event; none where it names none so. */
export function nameIn(text: string): string[] {
  return named(text)?.name.replace(KIND, '').toLowerCase().split(' ') ?? [];
}

/** The questions of a message: "..., and do you have to ...?", "...? Is it ...?" */
export function questionsOf(text: string): [string, ...string[]] {
  return text.split(SECOND) as [string, ...string[]];
}

/**
 * What a message asks of one event that it names, and the message without that: "is the pottery class free", "can my roommate come to the
 * open mic".
 */
export function askedOfOne(text: string): AskedOfOne {
  const asked = readAsked(text);
  const wants = wantsOf(text);
  const looksForAny =
    asked.naming === 'NONE' && asked.about.join() === 'AUDIENCE' && IS_THERE_ANY.test(wants);
  // What somebody says of himself asks nothing: "I am a teacher."
  const isOfOneself =
    asked.about.length > 0 && !asked.titles && wants !== text && askedOf(wants).length === 0;
  return isOfOneself || looksForAny ? { ...NOTHING, rest: text, naming: 'NONE' } : asked;
}

/** "My son is 15. Is there anything for beginners he could try?" */
const IS_THERE_ANY =
  /\b(?:is|are) there (?:anything|something|any)\b.*\b(?:he|she|they) (?:can|could|would|might)\b/i;

function readAsked(text: string): AskedOfOne {
  return (
    ofTitle(text) ??
    ofCompared(text) ??
    ofChoice(text) ??
    ofNamedFirst(text) ??
    ofNamedBeforeDash(text) ??
    ofNamed(text) ??
    askedByForm(text) ??
    ofHaving(text) ??
    ofMaybeNamed(text) ?? { ...NOTHING, rest: text, naming: 'NONE' }
  );
}

const NOTHING = { thing: null, about: [] };

/** "Tell me about the Pantry Volunteer Shift." */
const TELL_ABOUT =
  /^(?:(?:[Pp]lease|[Cc]an you|[Cc]ould you|[Hh]i|[Hh]ello|[Hh]ey)[\s,]+)*(?:[Tt]ell (?:me|us) (?:more )?about|[Ww]hat(?:'s| is)|[Ii]nfo(?:rmation)? (?:on|about)) (?:the )?(?<name>[\p{Lu}\d][^?!.]{5,80})\W*$/u;

function ofTitle(text: string): AskedOfOne | undefined {
  const { name } = TELL_ABOUT.exec(text)?.groups ?? {};
  const title = name && plainWords(name);
  if (title?.includes(' '))
    return { thing: null, about: ['SUBJECT'], rest: '', titles: [title], naming: 'MAYBE' };
  const { who, more = '' } = (WHO_IS.exec(text) ?? KIND_OF_NAMED.exec(text))?.groups ?? {};
  if (
    who &&
    !SAYS_NO_NAME.test(who) &&
    plainWords(who)
      .split(' ')
      .every((word) => !STOP_WORDS.has(word))
  )
    return { thing: null, about: ['SUBJECT', ...askedOf(more)], rest: who, naming: 'MAYBE' };
  const { one } = TELL_ABOUT_ONE.exec(text)?.groups ?? {};
  const [kind] = (one && KIND.exec(one)) || [];
  const asksOther = askedOf(text).some((asked) => asked !== 'SUBJECT') || detailsOf(text).thing !== null;
  if (!one || asksOther || NAMELESS.test(one) || OF_WHAT.test(one)) return undefined;
  return { thing: null, about: ['SUBJECT'], rest: one.replace(KIND, ''), kind, naming: 'MAYBE' };
}

/** "Who is Omar Haddad?", "tell me about omar haddad" */
const WHO_IS = new RegExp(
  String.raw`${LEAD}(?:who(?:'?s| is| are)|tell me about) (?:the )?(?<who>\p{L}[\p{L}\d'&-]*(?: (?!and\b)[\p{L}\d'&-]+){0,3})(?:\W*$| and (?<more>(?:how|where|when|what)\b.+))`,
  'iu',
);
/** "What kind of music does Kid Meridian play?" */
const KIND_OF_NAMED = new RegExp(
  String.raw`${LEAD}what (?:kind|sort|type|genre)s? of (?:music|shows?|bands?|events?|acts?|comedy|art|talks?|things?) (?:is|are|does|do) (?:the )?(?<who>\p{L}[^,.?!]{2,40}?)(?: (?:play|playing|do|perform|make))?\W*$`,
  'iu',
);
/** "Who is playing", "who is the organizer". */
const SAYS_NO_NAME =
  /ing\b|\b(?:organi[sz]er|host|owner|speaker|performer|opener|teacher|instructor|coach|contact|boss|behind|in charge|this|that|it)\b/i;

/** "The dress code for the physics ball" is no event. */
const OF_WHAT = /^(?:[\p{L}-]+ ){1,2}(?:for|at|of) the /iu;

/** "Tell me about the stage hands gig." */
const TELL_ABOUT_ONE = new RegExp(
  String.raw`${LEAD}(?:please |can you |could you )*(?:tell (?:me|us) (?:a bit |a little )?(?:more )?about|what(?:'s| is)|(?:more )?(?:info(?:rmation)?|details) (?:on|about|for)|describe) (?:the|that|this) (?<one>[^?!.,]{3,60}?)(?: (?:about|like|all about))?\W*$`,
  'iu',
);

function ofNamedFirst(text: string): AskedOfOne | undefined {
  const first = namedFirst(text);
  const asked = askedIn(first?.question ?? '');
  return first && isAsked(asked) ? { ...asked, rest: first.name, naming: 'BY_WORDS' } : undefined;
}

function ofNamedBeforeDash(text: string): AskedOfOne | undefined {
  const { name, question } = (NAMED_BEFORE_DASH.exec(text) ?? NAMED_BEFORE_IT.exec(text))?.groups ?? {};
  const called = name?.replace(KIND, '');
  if (!name || !called || NAMELESS.test(name) || LOOKS_FOR.test(called) || LOOKS_FOR.test(question!))
    return undefined;
  const asked = askedIn(question!);
  if (isAsked(asked)) return { ...asked, rest: name, naming: 'MAYBE' };
  return /^(?:when|where)\b/i.test(question!)
    ? { ...NOTHING, titles: [plainWords(name)], rest: name, naming: 'MAYBE' }
    : undefined;
}

function ofNamed(text: string): AskedOfOne | undefined {
  const [question, ...next] = questionsOf(text);
  const second = next.length > 0 ? next.join(' and ') : undefined;
  const { thing, about: others, of } = detailsOf(question);
  const further = second === undefined ? NOTHING : askedIn(second);
  if (thing !== null && of) {
    // "Is there parking at the Ohio Union?"
    const found = VENUE.test(of) ? `at ${of}` : of;
    return { thing, about: [...others, ...further.about], rest: found, naming: 'BY_WORDS' };
  }
  const about = askedOf(text);
  const rest = (said: string) => said.replace(ASKING, ' ');
  if (about.includes('OPENING_HOURS'))
    return { thing: null, about: about.slice(0, 1), rest: rest(text), naming: 'NONE' };
  const one = named(question);
  if (one) {
    const beside = askedOf(text.replace(one.name, ' '));
    // "Kid Meridian" is the name of somebody.
    const asked = {
      thing: thing ?? further.thing,
      about: about.filter((what) => what !== 'AUDIENCE' || beside.includes(what)),
    };
    const before = TIME.exec(question.slice(0, one.from)) ?? [''];
    const called = `${before[0]} ${one.name.replace(KIND, '')}${question.slice(one.from + one.name.length)}`;
    const [kind] = KIND.exec(one.name) ?? [];
    const naming = one.isMaybe ? 'MAYBE' : 'BY_WORDS';
    return isAsked(asked) ? { ...asked, rest: rest(called), kind, naming } : undefined;
  }
  const isOfIt = second !== undefined && /\b(?:it|that|there|they|them|apply)\b/i.test(second);
  const asksPrice = second !== undefined && /^(?:are|is) (?:they|it|these|those|that) free\W*$/i.test(second);
  const isOfThere = OF_THERE.test(second ?? '') && !STANDS_FOR_ONE.test(question);
  if (further.thing !== null && (isOfThere || STANDS_FOR_ONE.test(second!)))
    return { ...further, rest: question, naming: 'NONE' };
  if (isOfIt && (asksPrice || further.about.some((one) => one !== 'PRICE' && one !== 'DISTANCE')))
    return {
      thing: null,
      about: [...new Set([...askedOf(question), ...further.about])],
      rest: rest(question),
      naming: 'NONE',
    };
  const isOfOne = about.length > 0 && (OF_ONE.test(text) || OF_NAMED.test(text));
  return isOfOne ? { thing: null, about, rest: rest(text), naming: 'NONE' } : undefined;
}

function ofHaving(text: string): AskedOfOne | undefined {
  const { name, had } = (HAS.exec(text) ?? IS_SO.exec(text) ?? IS_SOLD_OUT.exec(text))?.groups ?? {};
  if (!name || NAMELESS.test(name)) return undefined;
  const about = askedOf(had!);
  const asked = { thing: about.length > 0 ? null : contentOf(had!), about };
  const [kind] = KIND.exec(name) ?? [];
  return isAsked(asked) ? { ...asked, rest: name.replace(KIND, ''), kind, naming: 'MAYBE' } : undefined;
}

function ofMaybeNamed(text: string): AskedOfOne | undefined {
  const [question, ...next] = questionsOf(text);
  const further = askedIn(next.join(' and '));
  const { asked, name, when = '' } = MAYBE_OF_ONE.exec(isAsked(further) ? question : text)?.groups ?? {};
  if (!asked || NAMELESS.test(name!) || LOOKS_FOR.test(asked)) return undefined;
  const about = [...askedOf(asked), ...further.about];
  const all = { thing: further.thing ?? (about.length > 0 ? null : contentOf(asked)), about };
  return isAsked(all) ? { ...all, rest: name!.replace(KIND, '') + when, naming: 'MAYBE' } : undefined;
}

/** Whether a message is one question that is answered yes or no, and looks for nothing. */
export function asksYesOrNo(text: string): boolean {
  return YES_OR_NO.test(text) && !LOOKS_FOR.test(text) && !TIME.test(text);
}

/** Whether a message is a question that may be of what was just shown, and looks for nothing else. */
export function mayAskOfOne(text: string): boolean {
  return QUESTION.test(text) && !LOOKS_ELSEWHERE.test(text) && !TIME.test(text);
}

/** "Dog walking gigs" names none; "the stage hand job" may. */
export function asksForGigs(text: string): boolean {
  return /\b(?:gigs|jobs)\b/i.test(text);
}

/** What only somebody asks who looks for other events. */
const LOOKS_ELSEWHERE =
  /\b(?:other|else|more|another|instead|what about|how about|events?|gigs?|jobs?|work|happening|going on|find|look(?:ing)? for|want|similar|like (?:this|that|it)|there (?:(?:an? )?(?:earlier|later|sooner|cheaper|closer)|(?:one|any(?:thing)?|something) (?:earlier|later|sooner|cheaper|closer)))\b/i;

/** What a question asks, whatever it is asked of. */
function askedIn(question: string): Pick<AskedOfOne, 'thing' | 'about'> {
  const { thing, about } = detailsOf(question);
  if (thing !== null || about.length > 0) return { thing, about };
  return { thing: YES_OR_NO.test(question) ? contentOf(question) : null, about };
}

function isAsked({ thing, about }: Pick<AskedOfOne, 'thing' | 'about'>): boolean {
  return thing !== null || about.length > 0;
}
