import { MONTH } from './day-names.js';

/** Short forms of chats. */
export const SHORT_FORMS: [RegExp, string][] = [
  [/\bppl\b/gi, 'people'],
  [/\bprolly\b/gi, 'probably'],
  [/\b(?:pls|plz|plss|plzz)\b/gi, 'please'],
  [/\bu\b/gi, 'you'],
  [/\bur\b/gi, 'your'],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\/(?= ?\p{L})/giu, 'with '],
  [/\bw(?= \p{L})/gu, 'with'],
  [/\b(what|where|when|how|who)s\b(?!')/gi, "$1's"],
  [/\b(wo)?mens\b/gi, "$1men's"],
  [/\bhw\b/gi, 'homework'],
  [/\bhwo\b/gi, 'how'],
  [/\b(?:some|any) (?:kind|sort|type) of (?=\p{L}+ tickets?\b)/giu, 'a '],
  [/\blil\b/gi, 'little'],
  [/\b(?:som|soem|sum|sm)thi?ng\b/gi, 'something'],
  [/\b(more|less) then (?=\$?\d)/gi, '$1 than '],
  [/(?<!\b(?:nashville|memphis|knoxville|chattanooga),? )\btn\b/gi, 'tonight'],
  [/\bnew yrs\b/gi, "new year's"],
  [/\bwks?\b/gi, 'week'],
  [/\bs(?:u|o)m1\b/gi, 'someone'],
  [/\bsoo+\b/gi, 'so'],
  [/^n (?=(?:the|what|when|where|how|is|do|can|are)\b)/gi, 'and '],
  [
    /\b(calc(?:ulus)?|chem(?:istry)?|physics|econ|stats|bio(?:logy)?|orgo) (?:[1-4]|ii|iii)(?=\W*$| (?:before|help|homework|hw|finals?|exams?|midterm|class|tutor\p{L}*)\b)/giu,
    '$1',
  ],
  [
    /(\$?\d+(?:\.\d\d)?(?: ?(?:bucks|dollars|usd))?) (?:an?|per) (?:hour|hr)s? or (?:more|up|above|over|better)\b/gi,
    'at least $1 an hour',
  ],
  [/\bcalender(s?)\b/gi, 'calendar$1'],
  [/\bap+oin?t?ment(s?)\b/gi, 'appointment$1'],
  [/\bcomming\b/gi, 'coming'],
  [/\bmaths\b/gi, 'math'],
  [/\bnxt\b/gi, 'next'],
  [/\bof em\b/gi, 'of them'],
  [/\bsmth\b/gi, 'something'],
  [/\bdoggos?\b/gi, 'dogs'],
  [/\bexp[ei]r[ie]+[ae]nce\b/gi, 'experience'],
  [/\b(need|want|get|make|find|earn|got) sum (?=\p{L}|\$)/giu, '$1 some '],
  [
    /\b(com|go|do|look|play|happen|fall|gett|morn|even|work|start|open|cook|danc|sing|runn|study|learn|watch|hang)in\b/gi,
    '$1ing',
  ],
  // "Were" for "where".
  [/(?<=^|[.,!?] |\band )were (?=(?:can|do|does|is|are|should|could|to) )/gi, 'where '],
  [
    /\b(gigs?|jobs?|events?|things?|stuff|something|anything|one|place|places|somewhere|them|class(?:es)?) were (?=(?:i|u|you|we|they) (?:can|could|do|don'?t|need|get|have)\b)/gi,
    '$1 where ',
  ],
  [
    /\b(much|free|cheap|open|good|ok|it|cost|price|tickets|looking|something|anything|stuff|gigs?|jobs?|events?) 4 (?=(?:an?|me|us|my|the|students?|kids|free|adults|teens|sure|beginners?)\b)/gi,
    '$1 for ',
  ],
  [/\bb-?ball\b/gi, 'basketball'],
  [/\b(this|next|last) (?:wek|wekk|weke|weel)\b/gi, '$1 week'],
  [/\btix\b/gi, 'tickets'],
  [/\btil\b/gi, 'until'],
  [/(?<=\p{L}) \+ (?=\p{L})|(?<=\p{L})\+(?=\p{L})/gu, ' and '],
  [/\br (?=(?:tickets|there|they|you|we|these|those)\b)/gi, 'are '],
  [new RegExp(String.raw`(?<!${MONTH}\.? )\b4 (?=(?:that|this|it|them|total|beginners?)\b)`, 'gi'), 'for '],
  [/(?<=\p{L}) n (?=(?:do|does|is|are|can|could|will|how|who|when|where|what)\b)/giu, ' and '],
  [/\b(?:abt|'?bout)\b/gi, 'about'],
  [/\bthru\b/gi, 'through'],
  [/\b(that|which|what) shed (?=like|love|enjoy)/gi, "$1 she'd "],
  [/\bintl\b/gi, 'international'],
  [/\beng (?=career|job|majors?|students?|fair|dept|building)/gi, 'engineering '],
  [/\b(what(?:'s| is) the |the )?diff(?= (?:between|of)\b|\W*$)/gi, '$1difference'],
  [/,? or (?:something|anything|whatever)(?=\W*$)/gi, ''],
  [/\bb4\b/gi, 'before'],
  [
    /\b(in|for|at|is|was|only|just|about|have|need|till?|until|around|by|after|before|that) like (?=an?\b|\d|\$|one|two|three|four|five)/gi,
    '$1 ',
  ],
  [/\b(?:(?:around|at|about|like) )?(\d{1,2}(?::\d\d)?)[- ]?ish\b(?: ?pm)?(?! ?am)/gi, 'around $1pm'],
  [/\bveggie(?=\W*$| (?:at|for|food|options?|stuff|things?)\b)/gi, 'vegetarian'],
  [/(?<=\b(?:on|at|near|off) (?:the )?\p{L}+ )st\b\.?/giu, 'street'],
  [/(?<=\b(?:next|this) )wed\b/gi, 'Wednesday'],
  [/(?<=\b(?:next|this) )(mon|fri|sun)\b(?! \p{L}+ing\b)/giu, '$1day'],
  [/(?<=\b(?:next|this) )sat\b/gi, 'Saturday'],
  [/\bsat(?:urday)? (?:and|&) sun\b/gi, 'Saturday and Sunday'],
  [/\bhrs\b/gi, 'hours'],
  [/\b(is|are) there like (?=an?\b|any\b|some)/gi, '$1 there '],
  [/\bweds\b/gi, 'Wednesday'],
  [/\btues\b/gi, 'Tuesday'],
  [/\bthurs?\b/gi, 'Thursday'],
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

const TH = '(?:st|nd|rd|th)?';
/** Days of a month that follow each other. */
const NEIGHBORS = Array.from({ length: 30 }, (_, at) => `${at + 1}${TH} (?:and|&) ${at + 2}${TH}`);

/** Word orders of those who learn English. */
export const WORD_ORDERS: [RegExp, string][] = [
  [/\b(i|we|they) not (?=(?:like|want|need|know|have|eat|drink)\b)/gi, "$1 don't "],
  [
    /(?<=^|[.?!,] |\b(?:and|until|till|by) )(how|where|when|what|who) (i|we|you|one) (can|could|should|must)\b/gi,
    '$1 $3 $2',
  ],
  [
    /(?<!day (?:in the |early |early in the |in )?)\b(?:in the |early in the )?(early )?(morning|afternoon|evening)s? (?:before (?:class(?:es)?|work|school|lectures?) )?(next|the following) week\b/gi,
    '$3 week $1in the $2s',
  ],
  [/\bmid[- ]day\b/gi, 'midday'],
  // "On 5 and 6 December."
  [
    new RegExp(
      String.raw`\b(?=(?:${NEIGHBORS.join('|')}) )(\d{1,2})${TH} (?:and|&) (\d{1,2})${TH} (?:of )?(${MONTH})\b`,
      'gi',
    ),
    '$3 $1 to $3 $2',
  ],
  // "Planetarium show on Saturday what time and do we need tickets."
  [
    /^(?!(?:do|does|can|could|tell|say|at|is|are|you|i|we|know|what|when|where|how|who)\b)(?:the )?([^.?!,]{4,60}?),? what time,? (?=and (?:do|does|is|are|can|how|where)\b)/gi,
    'when is the $1 ',
  ],
  // "In the evening between Dec 1 and Dec 5."
  [
    new RegExp(
      String.raw`\b(?:in|during) the (morning|afternoon|evening)s? ((?:between|from) ${MONTH}\.? \d{1,2}${TH} (?:and|to|until|till?|through|-) (?:${MONTH}\.? )?\d{1,2}${TH})\b`,
      'gi',
    ),
    '$2 in the $1s',
  ],
  [
    /\bwhere ((?:on|near|around) campus) (?:(i|we|you|one) (can|could|should)|(can|could|should) (i|we|you|one)) ([^,.?!]+)/gi,
    'where $3$4 $2$5 $6 $1',
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
  // "We're both 19, would they let us in?"
  [
    /\b(?:i'm|i am|we're|we are|were) (?:both |all |only |just )*(?:1[0-9]|2[0-9])(?: years old)?[,.!]? (?:so )?(?:would|will|do|can|could) (?:they|i|we) (?:still )?(?:let (?:us|me) in|get in|be let in|come|go|join)(?=\W*$)/giu,
    'who can come',
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
export const PLAINER: [RegExp, string][] = [
  ...OF_AGE,
  // "I'm vegan, is there anything for me at the cook-off?"
  [
    /(?:^|(?<=[.?!] ))(?:(?:i'm|i am|we're|we are|my \p{L}+ is) )(?:an? )?(vegan|vegetarian|halal|kosher|gluten[- ]free|celiac)s?,? (?:so |and )?(?:is|are|will) there (?:be )?(?:anything|something|stuff|food|options?)(?: (?:for (?:me|us|her|him)|(?:that )?(?:i|we|she|he) can eat|to eat))?(?= (?:at|for|in)\b)/giu,
    'is there $1 food',
  ],
  // "The Twelfth Night tonight and the one on Saturday."
  [
    /\b(?:the )?difference between (?:the )?([^,.?!]{3,40}? (?:tonight|today|tomorrow|(?:on |this |next )?\p{L}{3,6}day)) and (?:the )?(?:one|show|game)? ?(?=(?:on |this |next )?(?:\p{L}{3,6}day|tonight|tomorrow)\b)/giu,
    'the difference of $1 or ',
  ],
  // "Do the little ones pay for that expo?"
  [
    /\bdo(?:es)? (?:the |my |our )?(kids?|children|little ones|toddlers?|bab(?:y|ies)|seniors?|students|adults) (?:have to |need to |also )?pay (?:for|at|to get into|to see) (?:the |that |this )(?=\p{L}{3})/giu,
    'how much for $1 is the ',
  ],
  [
    /\bdo(?:es)? (?:the |my |our )?(kids?|children|little ones|toddlers?|bab(?:y|ies)|seniors?|students|adults) (?:have to |need to |also )?pay(?: (?:for|at) (?:it|that|this))?(?=\W*$)/giu,
    'how much is it for $1',
  ],
  [/\bprice[- ]?wise\b,?(?: (?:i'm|i am|as) (?:an? )?(student|senior)s?\b)?/gi, 'price'],
  [/(?<=^|[.?!] )(?:where|when)(?: is it)? and (?=(?:is|are|do|does|can|how|what)\b)/gi, ''],
  [
    /^doors?(?: times?| open(?:ing)?)? (?:for|at) (?:the )?(?=\p{L})/giu,
    'what time do the doors open for the ',
  ],
  [
    /^(\p{L}{3,}) (?:vs\.?|versus) (\p{L}{3,}),? which(?: one)?(?: is| are)? (?=on\b|tonight|today|tomorrow|this|next)/giu,
    '$1 or $2 ',
  ],
  // "What's the difference between open mic and karaoke?"
  [
    /\b(?:(?:what|whats|what's|what is) )?the difference between (?:the |an? )?((?:(?!\b(?:gig|event|job|and)\b)[^,.?!]){3,40}?) and (?:the |an? )?((?:(?!\b(?:gig|event|job)\b)[^,.?!]){3,40}?)(?=\W*$)/giu,
    "$1 or $2, what's the difference",
  ],
  // "Basketball tickets for Dec 4 how much?"
  [
    /(?=,? how much\W*$)(?<=^(?!.*\b(?:gigs?|jobs?|pays?)\b).{6,80}[\p{L}\d]),? how much/giu,
    ', how much are they',
  ],
  // How somebody gets about.
  [
    /(?:^|(?<=[.?!,] ))(?:and |but )?(?:i'm|i am|we're|we are) new (?:in town|here|to town)(?: and)?(?: i| we)? (?:don't|do not) have a car(?:,| and| so)* (?=\S)/gi,
    '',
  ],
  [/(?:^|(?<=[.?!,] ))(?:and |but )?(?:i|we) (?:don't|do not) have a car(?:,| and| so)* (?=how\b)/gi, ''],
  // When a ticket can be had.
  [
    /\b(?:i|we)? ?(?:missed|want|need) (?:the |some )?(\p{L}+(?: \p{L}+)?) tickets?(?: again)?[,.!]? (?:so )?when (?:do|will|are) (?:they|the tickets|those) (?:drop|come out|go on sale|(?:be )?available|get released|released|up)\b/giu,
    'how do i get tickets for the $1',
  ],
  [
    /\bwhen (?:do|will|are) (?:the )?tickets? (?:for|to) (?:the )?([^,.?!]{3,40}?) (?:drop|come out|go on sale|(?:be )?available|get released|released)\b/giu,
    'how do i get tickets for the $1',
  ],
  // "If I want hockey tickets can you buy them for me?"
  [
    /\bif (?:i|we) (?:want|need) (?:[\p{L}-]+ ){0,3}tickets?,? (?:can|could|will|would) you (buy|get|book|order|reserve) (?:them|it|one|some)\b/giu,
    'can you $1 tickets',
  ],
  // "Can I bring my toaster somewhere to get it fixed?"
  [
    /\b(?:(?:can|could|where can|where could) (?:i|we) )?(?:bring|take) (?:my|our|an?|this) (\p{L}+)(?: \p{L}+)? (?:(?:somewhere|anywhere|someplace|in) )?(?:(?:to|and) )?(?:get|have) (?:it|them) (?:fixed|repaired|mended)\b/giu,
    'where can i repair my $1',
  ],
  [/\b(?:to )?cheer (?:me|us) up\b/gi, 'fun'],
  [/^(?:(?:nice|cool|great|awesome|perfect|sweet|wow|lovely|amazing)(?: one)?[.,!]+ )+(?=\S)/gi, ''],
  [/\bi guess\b/gi, ' '],
  [/\b(cash|money) (?:fast|quick(?:ly)?|asap|right away)\b/gi, '$1'],
  [/\b(?:(?:that|which) )?(?:i|we) can put on (?:my|our|an?) (?:resumes?|cv|applications?)\b/gi, ' '],
  [/\bmon(?:day)?s? ?(?:-|to|thru|through) ?(?:thu|fri)(?:r?s?(?:day)?s?|days?)?\b/gi, 'on weekdays'],
  [
    /\b(?:a|my) free (?=(?:day|week|weekend|afternoon|evening|morning|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/gi,
    'a ',
  ],
  [/\bwho(?:'s| all| else)? needs? (?:some |a )?(?:help|hand)\b/gi, 'does anyone need help'],
  // "Calc 2 is killing me."
  [
    /^(?:ugh+,? |so |ok )*(?:my )?([\p{L}\d ]{3,20}?) (?:is|are) (?:(?:absolutely|totally|literally) )?(?:killing|destroying) me\b/giu,
    'need help with $1',
  ],
  // "My toaster died and I am not buying a new one."
  [
    /^(?:ugh+,? |so |ok )*my (?!car\b|dogs?\b|cats?\b|mom|dad|grand|friend|uncle|aunt|phone plan|legs?\b|arms?\b|heart\b)(\p{L}+) (?:just )?(?:broke|died|is broken|stopped working)\b(?! (?:up|down|into)\b)(?=[^?]*$)/giu,
    'where can i repair my $1; ',
  ],
  [/\bbefore (?:we go to |going to |having )?dinner\b(?! (?:on|at|with|for)\b)/gi, 'before 6pm'],
  [/\bafter dinner\b(?! (?:on|at|with|for)\b)/gi, 'after 7pm'],
  // "He loves trains and space": either will do.
  [
    /\b((?:he|she|they|who|kids?|son|daughter|nephew|niece|dad|mom|friends?|gf|bf|wife|husband|partner|roommate)\b(?: (?:is|are|really|super|both|also))* (?:likes?|loves?|enjoys?|into) \p{L}+) (?:and|n|&) (?=\p{L}+\W*(?:$|[,.?!]))/giu,
    '$1 or ',
  ],
  // "My dad is into trains and my mom likes art".
  [
    /(?<=\b(?:likes?|loves?|enjoys?|into|prefers?)\b[^.?!]{3,40}?),? (?:and|but|while) (?:my |our |the )?\p{L}+ (?:is |are )?(?:(?:super|really|more|kinda|also|just) )*(?:likes?|loves?|enjoys?|into|prefers?) /giu,
    ' or ',
  ],
  // "My lamp broke, can someone fix it for me?"
  [
    /\bmy (\p{L}+)(?: (?:chain|screen|brakes?|tires?|wheels?|zipper|strap|cord|seat))?(?: is| are| got| just| has)* (?:broke|broken|busted|cracked|shot|a flat(?: tire)?|died|stopped working|won't work|keeps (?:falling (?:off|out|apart)|slipping|breaking|dying|jamming|squeaking))\b(?: and (?:i'm|i am) (?:so )?broke)?(?: lol)?[\s,.]*(?:(?:and|so) )?(?:who can (?:help|(?:fix|repair) (?:it|that))|(?:(?:can|could|does|would) (?:someone|somebody|anyone|anybody)|(?:is there )?(?:someone|somebody|anyone|anybody)(?: who| that)?(?: can)?|where can (?:i|we)) (?:get it |help )?(?:fix(?:ed)?|repair(?:ed)?|mend(?:ed)?))(?: it)?(?: for me)?/giu,
    'where can i repair my $1',
  ],
  [/(?<=\brepair my \p{L}+); +where can (?:i|we) get (?:it|them) (?:fixed|repaired|mended)\b/giu, ''],
  // Of parking one asks what it costs.
  [
    /\bis (?:the )?parking (?:free|expensive|included|paid|extra) (?=(?:at|for|during)\b)/gi,
    'is there parking ',
  ],
  [/^(?:and )?(parking|wi-?fi|coat check|dress code|seating|childcare) (?=(?:at|for) )/gi, 'is there $1 '],
  [
    /\b(?:i|we)(?:'m| am|'re| are)? (?:(?:really|so|kinda|just) )*(?:suck|bad|terrible|awful|hopeless|no good) (?:at|in) (?=\p{L}{3}.*\bhelp\b)/giu,
    'need help with ',
  ],
  // What somebody wants to earn.
  [
    /\b(?:i|we) (?:really |just |only )?(?:need|want|have to|gotta|wanna|am trying)(?: to)?(?: (?:make|earn|get))? (?:like |about |around |at least |some |an? |an? extra |extra )*(?:\$\d{1,4}(?: (?:bucks|dollars))?|\d{1,4} (?:bucks|dollars))(?= (?:before|by|until|for|this|next|fast|quick(?:ly)?|rn|asap)\b|\W*$|[,.;])/giu,
    'gigs ',
  ],
  [
    /\b(?:(?:that|which|where) )?(?:i|we|you|one) can (?:join|come|go|do)(?: to)? (?:it )?(?:alone|solo|by myself|on my own)\b/giu,
    ' ',
  ],
  // How old somebody else is, behind a question.
  [
    /[.?!,] (?:and )?(?:(?:s?he|it|they)(?:'?s|'?re| is| are)|(?:my|our) \p{L}+ is) (?:only |just |about |almost )?\d{1,2} (?:weeks?|months?|years?)(?: old)?(?=\W*$)/giu,
    '?',
  ],
  [
    /,? ?(?:and )?\b(?:i|we|they|he|she)(?:'?m|'?re|'?s| am| are| is)? (?:happy|willing|ok(?:ay)?|fine) (?:to|with) (?:buy(?:ing)?|pay(?:ing)?(?: for)?)(?: (?:for )?(?:a |the |some )?tickets?)?(?=\W|$)/giu,
    ' ; ',
  ],
  // What somebody plans, beside what else is on.
  [
    /\b(?:we|i)(?:'re| are|'m| am|'d)? (?:(?:want(?:ing)?|plan(?:ning)?|going|would like|like|hop(?:e|ing)|trying) to |gonna |wanna )?(?:throw(?:ing)?|host(?:ing)?|organi[sz](?:e|ing)|hav(?:e|ing)|plan(?:ning)?) (?:an?|our|my) (?:\p{L}+ )?(?:party|event|show|fundraiser|get[- ]together|dinner|reunion|meetup|wedding|bbq|(?:movie|game|trivia|film) night)\b(?=.*\bwhat(?:'s| is)?\b.*\b(?:on|happening)\b)|(?<=\bon\b.*),? (?:and )?(?:we|i)(?:'re| are|'d)? (?:(?:want(?:ing)?|plan(?:ning)?|going) to |gonna |wanna )?(?:throw(?:ing)?|host(?:ing)?|organi[sz](?:e|ing)|hav(?:e|ing)) (?:an?|our|my) (?:\p{L}+ )?(?:party|event|show|fundraiser|dinner|wedding|bbq)\W*$/giu,
    ' ',
  ],
  // "It's 1 am and I'm bored, anything on?"
  [
    /^it'?s (?:like |about |almost )?\d{1,2}(?::\d\d)? ?[ap]m(?: (?:here|already))?(?:,| and| but| so)+ (?=\S)/gi,
    '',
  ],
  [/\bfirst thing in the morning\b/gi, 'early this morning'],
  // "I work until 6 on weekdays, is there any yoga after that?"
  [
    /^(?:i|we)(?:'m| am)? (?:work|at work|in class|(?:have|have got|'ve got|got) (?:class(?:es)?|labs?|practice|work)|get off(?: work)?|finish(?: work)?) (?:until|till?|at) (\d{1,2}(?::\d\d)?) ?(?:pm)? (?:on |during )?(?:the )?(?:week ?days|every ?(?:week ?|school ?)?day|mon(?:day)?s? ?(?:-|to|through) ?fri(?:day)?s?)(?:,| so| and| but)+ (.{3,80}?)(?: after (?:that|work|then))?(?=\W*$)/gi,
    '$2 after $1pm on weekdays',
  ],
  // "Would I be done by 11? Gotta catch the last bus."
  [
    /(?<=[.?!]) (?:i |we )?(?:gotta|got to|have to|need to) (?:catch|take|make|be(?! (?:at |in )?(?:work|school|class)))\b[^?]*$/gi,
    '',
  ],
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
