/** Characters of a message that are read: the patterns of dates take time in the square of the length. */
const MAX_READ = 300;

/** Short forms of chats. */
const SHORT_FORMS: [RegExp, string][] = [
  [/\bppl\b/gi, 'people'],
  [/\b(?:pls|plz|plss|plzz)\b/gi, 'please'],
  [/\bu\b/gi, 'you'],
  [/\bur\b/gi, 'your'],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\/(?= ?\p{L})/giu, 'with '],
  [/\bw(?= \p{L})/gu, 'with'],
  [/\b(what|where|when|how|who)s\b(?!')/gi, "$1's"],
  [/\bhw\b/gi, 'homework'],
  [/\btix\b/gi, 'tickets'],
  [/\btil\b/gi, 'until'],
  [/\br (?=(?:tickets|there|they|you|we|these|those)\b)/gi, 'are '],
  [/\b4 (?=(?:that|this|it|them|total|beginners?)\b)/gi, 'for '],
  [/(?<=\p{L}) n (?=(?:do|does|is|are|can|could|will|how|who|when|where|what)\b)/giu, ' and '],
  [/\bb4\b/gi, 'before'],
  [/\bweds\b/gi, 'Wednesday'],
  [/\bapp(?:oin)?ts?\b(?<=appts?)/gi, 'appointment'],
  [/\b(1[3-9]|2[0-5]) (?:and|or|&) (?:over|up|older|above)\b/gi, '$1+'],
  // What is laughed at ends: "can't sleep lol is anything on".
  [/[\s,]+(?:lol|lmao|haha+)\b[\s,.!]+(?=\S)/gi, '. '],
  [/\b(tonight|today|tomorrow)s (one|game|show|match|concert|performance|event)\b/gi, 'the $2 $1'],
  [/\b(?:the )?(tonight|today|tomorrow)'s (one|game|show|match|concert|performance|event)\b/gi, 'the $2 $1'],
  [/\b(do|does|did|is|are|was|were|could|should|would|have|has|ca|wo)nt\b/gi, "$1n't"],
  // "IM" are intramural sports.
  [
    /\b([Ii])(m|ve)\b(?! (?:sports?|leagues?|games?|teams?|basketball|soccer|football|volleyball)\b)/g,
    "$1'$2",
  ],
  [/\b(some|any|every|no)thin\b/gi, '$1thing'],
  [
    /\b(need|have|want|going|how|like|try|able|where|what) 2 (?=(?:sign|go|do|see|find|get|eat|apply|bring|know|buy|come|be|have|make|play|watch|register|pay|work|show|take|learn|meet|hear|join|wear)\b)/gi,
    '$1 to ',
  ],
  [/\b(do|does|did) not (?=(?:want|like|need|cost|have|know|eat|drink)\b)/gi, "$1n't "],
];

/** Word orders of those who learn English. */
const WORD_ORDERS: [RegExp, string][] = [
  [/\b(i|we|they) not (?=(?:like|want|need|know|have|eat|drink)\b)/gi, "$1 don't "],
  [
    /(?<=^|[.?!,] |\b(?:and|until|till|by) )(how|where|when|what|who) (i|we|you|one) (can|could|should|must)\b/gi,
    '$1 $3 $2',
  ],
  [/\bi no have\b/gi, "I don't have"],
  [/(?<=^|[.?!] )(it|they|there) (?:have|has)\b(?=.*\?)/gi, 'does $1 have'],
  [/\bhow much (it|this|that) (pay|cost)s?\b/gi, 'how much does $1 $2'],
];

/** How old one has to be, as a question of who may come. */
const OF_AGE: [RegExp, string][] = [
  [
    /\b(?:(?:what(?:'?s| is)|is there|are there)(?: the| an?| any)? (?:age limits?|minimum age|age restrictions?|age requirements?)|how old (?:do|does|must|should) (?:i|you|we|one|they|he|she|my \p{L}+) (?:(?:have|need) to )?be)(?: (?:to (?:get in(?:to| to)?|enter|go to|come to|attend|be at)|for|at|of|on))? (?!to\b|work\b|apply\b|gigs?\b|jobs?\b)(?=\p{L})/giu,
    'who can come to ',
  ],
  [
    /\b(?:(?:what(?:'?s| is)|is there|are there)(?: the| an?| any)? (?:age limits?|minimum age|age restrictions?|age requirements?)|how old (?:do|does|must|should) (?:i|you|we|one|they|he|she|my \p{L}+) (?:(?:have|need) to )?be(?: to (?:get in|go|come|enter|attend))?)(?=\W*$)/giu,
    'who can come',
  ],
  // "I'm 19, can I get into the jazz session?"
  [
    /(?:^|(?<=[.?!] ))(?:(?:hey|hi|so|ok),? )?(?:i'm|i am|we're|we are) (?:only |just )?(?:1[0-9]|2[0-9])(?: years old)?[,.!]? (?:so |and )?(?:can|could|may|would) (?:i|we) (?:still )?(?:be )?(?:get in(?:to| to)?|let in(?:to| to)?|go to|come to|attend|join) (?=\p{L})/giu,
    'who can come to ',
  ],
  [
    /\b(?:can|could|may) (?:i|we) (?:still )?(?:get in(?:to| to)?|go to|come to|attend) ([^,.?!]{3,60}?),? (?:if|at|when) (?:i'm|i am|we're|we are)? ?(?:only |just )?(?:1[0-9]|2[0-9])\b(?! ?[ap]m|:)/giu,
    'who can come to $1',
  ],
  // "Is my 4 year old too little for it?", "my daughter is 4, is that ok?"
  [
    /\b(?:is|are|would) (?:my|our|an?) ((?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)[- ]?(?:years?|yrs?)[- ]?olds?|\p{L}+)(?: be)? too (?:young|little|small|old)\b(?: for (it|that|this))?/giu,
    'is it ok for a $1',
  ],
  [
    /^(?:my|our) \p{L}+ is (?:only |just )?(\d{1,2})(?: years? old)?[,.]? (?:is (?:that|it|this|he|she)|would (?:that|it|this|he|she) be) (?:ok(?:ay)?|fine|allowed|alright|too (?:young|little|small|old))\b/giu,
    'is it ok for a $1 year old',
  ],
];

/** What is said in plainer words as well, or in one sentence. */
const PLAINER: [RegExp, string][] = [
  ...OF_AGE,
  // "I work until 6 on weekdays, is there any yoga after that?"
  [
    /^(?:i|we)(?:'m| am)? (?:work|at work|in class|have (?:class(?:es)?|labs?|practice|work)|get off(?: work)?|finish(?: work)?) (?:until|till|at) (\d{1,2}(?::\d\d)?) ?(?:pm)? (?:on |during )?(?:the )?(?:week ?days|every ?day|mon(?:day)?s? ?(?:-|to|through) ?fri(?:day)?s?)(?:,| so| and| but)+ (.{3,80}?)(?: after (?:that|work|then))?(?=\W*$)/gi,
    '$2 after $1pm on weekdays',
  ],
  // "Would I be done by 11? Gotta catch the last bus."
  [/(?<=[.?!]) (?:i |we )?(?:gotta|got to|have to|need to) (?:catch|take|make|be)\b[^?]*$/gi, ''],
  // "A free one for a family of four": how many they are.
  [/\bfor (?:a |our |my )?famil+y of (?:\d|three|four|five|six|seven)\b/gi, ' '],
  // "The Sunday yoga and the Tuesday one."
  [
    /\b((?:mon|tues|wednes|thurs|fri|satur|sun)day)s? (\p{L}+(?: \p{L}+)?) (?:and|or|vs\.?|with) (?:the )?((?:mon|tues|wednes|thurs|fri|satur|sun)day)s? (?:one|\2)\b/giu,
    '$2 on $1 or $3',
  ],
  [/,? (?:i )?do(?:n't| not) (?:care|mind) (?:if|whether|which|what|how)\b[^,.?!]*/gi, ' '],
  [/\b(?:am|are) (i|we) allowed to\b/gi, 'can $1'],
  // "Can I bring my dog to anything?"
  [
    /\bcan (?:i|we) bring (?:my|our|an?) (?:dog|pet|puppy)s? (?:along )?to (?:anything|something|any (?:of the )?(?:events?|things?))\b|^(?:are|is) (?:dogs|pets|my dog) (?:allowed|welcome)(?: (?:anywhere|at anything))?\W*$/gi,
    'dog friendly events',
  ],
  // "The weather looks nice", beside what is wanted.
  [
    /(?<=\S.{5,})[,?.!;]? (?:and |since |because |as )?(?:the )?weather(?:'s| is| looks| seems| will be) (?:so |really |pretty |very |supposed to be )?\p{L}+\W*$/giu,
    ' ',
  ],
  [
    /^(?:the )?weather(?:'s| is| looks| seems| will be) (?:so |really |pretty |very |supposed to be )?\p{L}+,? (?:so )?(?=\S.{5,})/giu,
    '',
  ],
  // "When does the writing center drop-in run?"
  [
    /\bwhen (?:does|do|will) (?:the )?(?!(?:it|that|this|they|those|these)\b)((?:(?!\bone\b)[^,.?!]){3,40}?) (?:run|happen|take place)(?=\W*$|[?.!])/gi,
    'when is the $1',
  ],
  // Since when somebody is here.
  [
    /\bsince (?:(?:last|early|late|mid|the|this|end of|start of) )*(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|autumn|winter|week|month|year|semester|(?:19|20)\d\d)\b(?! (?:is|was|works?|i|i'm|we|my|the|there|it)\b)/gi,
    '',
  ],
  // "Can students get into Twelfth Night for free?"
  [
    /\b(?:can|do) ((?:\p{L}+ )?(?:students|kids|children|seniors|adults)) get in(?:to| to)? (?:the )?(?!for\b)([^,.?!]{3,40}?)(?: for)? free\b/giu,
    'Is the $2 free for $1',
  ],
  // "The one about punctuality sounds good. Who is speaking?"
  [
    /^((?:the|that|this) .{3,40}?) (?:sounds?|looks?|seems?) (?:so |really |very )?(?:good|great|nice|fun|cool|perfect|interesting)[.,!]+ /gi,
    '$1, ',
  ],
];

/** The part of a message that is read: in plain signs, whole words and the usual word order. */
export function readable(text: string): string {
  const plain = text
    .normalize('NFKC')
    .slice(0, MAX_READ)
    .replace(/[’ʼ]/g, "'")
    .replace(/[‐‑‒–]/g, '-');
  return [...SHORT_FORMS, ...WORD_ORDERS, ...PLAINER]
    .reduce((so, [form, word]) => so.replace(form, word), plain)
    .replace(/\s+/g, ' ')
    .trim();
}
