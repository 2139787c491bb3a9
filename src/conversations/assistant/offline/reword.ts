const SUBJECTS = 'calc|math|chem|ochem|orgo|bio|phys|stat|econ';

/** What people say of themselves, as what they look for. */
const REWORDINGS: [RegExp, string][] = [
  // "My 6 year old" is a child; for which other ages an event is, nothing tells.
  [/\b(?:(?:my|our|an?|the) )?(?:[1-9]|1[0-2])[- ]?(?:years?|yrs?)[- ]?olds?\b/gi, 'kids'],
  [
    /\b(?:for )?(?:the )?(?:under|over)[- ]?(?:18|21)'?s?\b|\b(?:18|21) ?(?:\+|and (?:over|under|up|older)\b)|\b(?:underage|all[- ]ages)\b/gi,
    ' ',
  ],
  // The noun: what one can see at a theatre.
  [
    /(?<=^|\b(?:any|some|see|good|and|or|the|what|which|school|student|stage) )plays(?= *(?:$|[?.!,]|\b(?:i|we|to|that|which|for|under|with|at|in|on|this|next|or|and|tonight|tomorrow|(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*|near|by)\b))/giu,
    'theatre',
  ],
  [
    /(?<=\b(?:a|good|any|school|student|stage) )play(?= *(?:$|[?.!,]|\b(?:at|in|on|this|next|or|and|tonight|tomorrow|(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*|near|we|i|that|which|for|to (?:see|watch))\b))/giu,
    'theatre',
  ],
  // "10 hours a week" says how long, and "because ..." why.
  [
    /\b(?:for )?(?:like |about |around |up to |at most |max )*\d{1,2}(?:\s?(?:-|–|to)\s?\d{1,2})? ?(?:hrs?|hours?) ?(?:a|per|each|every|\/) ?(?:week|wk|day|month)\b/gi,
    ' ; ',
  ],
  [/\b(?:because|bc|cuz|coz)\b[^,.;!?]*/gi, ' ; '],
  // What somebody has done says who they are.
  [
    /\b(?:i(?:'ve| have|'m|m)? )?(?:just )?(?:transferred|moved|graduated|arrived|relocated)(?: (?:here|to \p{L}+|from \p{L}+))*(?: (?:in|since|last|back in) (?!the\b)\p{L}+)?\b/giu,
    ' ; ',
  ],
  [/\b(?:on |for )?my (?:\p{L}+ )?birthday\b/giu, ' '],
  // Of distances nothing is known.
  [
    /\b(?:with)?in (?:easy )?walking distance(?: (?:of|from|to) (?:the )?(?:campus|here|me|my \p{L}+|home)\b)?/giu,
    ' ',
  ],
  [/\bnever ?mind\b/gi, ' '],
  // What it is to replace is not looked for.
  [/\binstead of [^,.;!?]*?(?=\s+(?:on|at|this|next|today|tonight|tomorrow)\b|[,.;!?]|$)/gi, ' ; '],
  [
    /\b(?:get(?:ting)?|go|be) out of (?:the|my|our) (?:house|dorm|room|apartment|place)\b/gi,
    'something to do',
  ],
  // Who has something read wants the writing center.
  [
    /\b(?:look (?:over|at)|proof-?read|read (?:over|through)|check|feedback on|help with|edit|review) my (?:\p{L}+ ){0,3}(?:papers?|essays?|thesis|drafts?)\b(?: before [^,.;!?]*)?/giu,
    'writing center',
  ],
  [/\b(?:i(?:'ve| have|ve)?|we(?:'ve| have)?|have|got|and) (?:got )?no money\b/gi, 'broke'],
  [/\b(?:broke|poor) (?:\p{L}+ )?students?(?: here)?\b/giu, 'broke'],
  [
    /\b(?:none|not any) of (?:those|these|them|that)\b[^,.;!?]*?(?=\s+(?:on|at|this|next|today|tonight|tomorrow|how about|what about)\b|[,.;!?]|$)/gi,
    ' ; ',
  ],
  // Who has never done it begins.
  [
    /\b(?:for )?(?:someone|somebody|people|anyone|a person)?(?: who| that)?(?:'s|'ve| has| have| had)? ?never (?:really )?\p{L}*(?:ed|done|een|tten|run)(?: (?:any|it|one|code|anything))?(?: before| b4)?(?=$|[,.;!?])/giu,
    ', ideally for beginners',
  ],
  // Who asks is not what is looked for.
  [/\bif (?:i|you|we)(?:'?m|'?re| am| are) (?:not )?(?:an? )?\p{L}+\b/giu, ' '],
  [/\bmake (?:something|stuff|things)(?: with my (?:own |two )?hands| by hand)?\b/gi, 'workshop'],
  // How it is not to be is no topic.
  [
    /\b(?:(?:that|which)(?:'s| is| are|'re)? |but )?(?:not|isn'?t|aren'?t) (?:too|so|very|super|overly|that) (?!late|early|far|expensive|pricey|long|many|much)\p{L}{4,}/giu,
    ' ',
  ],
  // What the events do, before what they are about.
  [
    /\b(?:that|which|to) (?:teach(?:es)?|involves?|features?)(?: (?:me|us|you))?(?: how)?(?: to)?(?= \p{L})|\bteach(?:es)? (?:me|us|you)(?: how)?(?: to)?(?= \p{L})/giu,
    ' ',
  ],
  // When somebody has no time: "I have class Mon-Fri".
  [
    /\b(?:i|we)(?:'ve| have|'m| am|'re| are)?(?: got)?(?: to)? (?:busy|(?:in |at )?(?:class(?:es)?|school|work|lectures?|labs?|practice))(?= (?:on |from |every |all )*(?:the )?(?:mon|tue|wed|thu|fri|sat|sun|week|day))[^,.;!?]*/gi,
    ' ; ',
  ],
  // Whether one has to is a question of each event.
  [
    /(?<=\S )(?:and |but )?do (?:i|we|you) (?:have|need) to (?:register|sign up|rsvp|book|reserve)\b[^,.;!?]*/gi,
    ' ; ',
  ],
  // What somebody prepares for is not what they look for.
  [
    /(?<=\S )\b(?:before|ahead of|in time for|to prepare for|to get ready for) (?:the |my |our )?(?:next |big )?(?:(?:career|job|internship) (?:fair|expo)|finals?(?: week)?|exams?|midterms?|interviews?)s?\b/gi,
    ' ; ',
  ],
];
/** Who seeks help with a subject does not want to be paid for giving it. */
const SEEKS_HELP: [RegExp, string][] = [
  [
    new RegExp(
      String.raw`\b(?:(?:need|want|find|get|could use) (?:some |any )?help (?:with|in|for) (?:my )?(?=${SUBJECTS}|homework|essay|exam)|(?:need|want|find|looking for|is there|are there) (?:an? |any |some |free )*(?<subject>(?!tutor)\p{L}+ )?tutor(?:s|ing)?\b(?! (?:gig|job|position|work)s?))`,
      'giu',
    ),
    'study session $<subject>',
  ],
  [
    new RegExp(
      String.raw`\b(?:failing|flunking|struggling (?:with|in)|stuck (?:on|in)|behind (?:in|on)) (?:my |in )?(?=${SUBJECTS})|(?<=\b(?:${SUBJECTS}|physics|stats)) help\b`,
      'gi',
    ),
    ' study session ',
  ],
  [
    /\b(?:study(?:ing)? help|help (?:me )?study(?:ing)?)\b(?: (?:for|with) (?:my |the )?(?:finals?|midterms?|exams?|tests?)(?: week)?\b)?|\bhelp (?:for|with) (?:my |the )?(?:finals?|midterms?|exams?)(?: week)?\b/gi,
    ' study session ',
  ],
];
const TUTORS = /\btutor(?:s|ing)?\b/gi;

/** A sentence about oneself that wants nothing: "I hurt my back." */
const OF_ONESELF = /^(?:btw |so |also |and )?(?:i|i'm|im|i've|ive|my|we|we're)\b/i;
const WANTS =
  /\b(?:want|wanna|need|look|looking|find|like|love|would|can|could|should|interested|into|prefer|free|do|go|have|know|bored|hungry|apply|applied)\b/i;

/** A message without sentences that only say who asks, where others say what is wanted. */
function wantsOf(text: string): string {
  const sentences = text.split(/(?<=[.?!])\s+/);
  const wanting = sentences.filter((sentence) => !OF_ONESELF.test(sentence) || WANTS.test(sentence));
  return wanting.length > 0 ? wanting.join(' ') : text;
}

/** A message in words that say what is looked for. */
export function reworded(text: string): string {
  const plain = replaced(wantsOf(text), REWORDINGS);
  const helped = replaced(plain, SEEKS_HELP);
  return helped === plain ? plain : helped.replace(TUTORS, ' ');
}

function replaced(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((so, [pattern, words]) => so.replace(pattern, words), text);
}
