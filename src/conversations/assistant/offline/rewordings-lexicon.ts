import { HOW_MANY } from './question-lexicon.js';

/** How many people there are. */
const NUMBER = HOW_MANY.join('|');
const PERSONS =
  'kids|children|people|persons|friends|adults|students|guests|colleagues|coworkers|roommates|parents|sons|daughters|boys|girls';

/** Who says how old they are. */
const WE_ARE = "(?:i'?m|i am|(?:we'?re|we are)(?: both| all)?|my friends? (?:is|are))(?: only| just| still)?";

/** What people say of themselves, as what they look for. */
export const REWORDINGS: [RegExp, string][] = [
  // "Is anyone looking for a photographer": who offers to be one looks for gigs.
  [
    /\b(?:(?:is|are|does|do) )?(?:anyone|anybody|someone|somebody|people)(?: here| around here| on campus)? (?:looking for|hiring|needs?|needing|wants?) (?:an? |some )?(?=(?:\p{L}+[ -]){0,2}?\p{L}*(?:sitter|walker|cleaner|driver|mover|painter|editor|translator|photographer|videographer|designer|gardener|bartender|waiter|nanny|helper|handyman|programmer|developer|drummer|dj|musician|singer|model|cook|baker|tutor|coach|instructor)s?\b)/giu,
    'gig ',
  ],
  // "Machine learning talks or research seminars": each is of its own.
  [
    /(?<=\b(?!(?:any|some|the|good|free|more|other|interesting|upcoming|public|are|there|show|find|want)\b)\p{L}{2,} )(?:talk|lecture|seminar|class|workshop|meeting)(?:s|es)?(?= or (?!(?:any|some|the|other)\b)\p{L}+ (?:talk|lecture|seminar|class|workshop|meeting)(?:s|es)?\b)/giu,
    'events',
  ],
  [
    /\b(?:(?:i|we)(?:'m| am|'re| are)? (?:only|just) (?:free|available|off|have time)|(?:i|we) (?:only|just) have|(?:i|we) can only(?: do| make| work)?|only (?:free|available)) (?:on |the |at )*weekends\b|\bweekends are (?:best|better|all i have)(?: for me)?/gi,
    'only on weekends',
  ],
  [
    /\b(?:i |we )?can(?: only| just)? work (?:in the |on |at )?(?=(?:mornings?|afternoons?|evenings?|nights?|weekends?)\b)/gi,
    'gigs in the ',
  ],
  [
    /\bweather permitting\b|\bif (?:the )?weather(?:'s| is)? (?:bad|good|nice|cold|warm|hot|rainy|holds?)\b/gi,
    ' ; ',
  ],
  // Who goes to a career fair wants an internship or a job.
  [
    /\b((?:career|job|internship) (?:fair|expo)s?\b.*?)[,.?!]? (?:and )?(?:i|we) (?:need|want|am looking for|'m looking for) an? (?:summer )?(?:internship|job|co-?op)\b/gi,
    '$1 ; ',
  ],
  // "Make something with my hands, like pottery": a class.
  [
    /\b(?:make|do|create) (?:something|stuff|things) with (?:my|our) (?:own )?hands\b(?=.*\blike \p{L}+)/giu,
    'classes',
  ],
  [/\bwhat (?:are|do) people (?:saying|say|think(?:ing)?) about\b/gi, ' '],
  [
    /\b(?:for )?(?:non[- ]?(?:experts?|scientists?|majors?|specialists?)|lay ?people)\b/gi,
    ', ideally for beginners ; ',
  ],
  // Who asks, and when an internship is.
  [
    /\b(?:i'm|i am) an? (?:new )?((?:international|transfer|exchange|first[- ]gen(?:eration)?) students?)\b(?:,| and| so| but)*/gi,
    ', ideally for $1 ; ',
  ],
  [/\b(?:i'm|i am) an? (?:\p{L}+ ){1,3}majors?\b(?: (?:and|so|but)\b)?/giu, ' '],
  [/\bsummer (?=internships?\b)/gi, ''],
  [
    /,? ?\b(?:(?:on |with |my |our |a )*(?:max |maximum )?budget)(?: of| is| are|:)? \$?(\d{1,3})\b(?: ?(?:each|per person|pp|a person|bucks|dollars|max|total))*/gi,
    ' under $$$1 ',
  ],
  [/\b(?:or something )?in (?:the|a) pool\b/gi, ' '],
  // "Anything on New Year's Eve, like a party or fireworks?"
  [
    /\b((?:any|some)thing\b[^,.?!]*), (?:like|such as|e\.g\.|for example) (?:an? |some )?(?=\p{L})/giu,
    '$1, ideally ',
  ],
  // What a musician calls a concert.
  [
    /(?<!\b(?:paid|paying|play|need|for my band) .{0,20})\b(jazz|rock|indie|punk|metal|folk|hip[- ]?hop|rap|blues|live music|comedy|stand-?up) gigs?\b(?!.*\b(?:pay|paid|pays|hire|hiring|apply|perform)\b)/gi,
    '$1 concerts',
  ],
  // Who is too young for it.
  [
    /\b(?:that |which )?(?:(?:are|is)(?:n't|nt| not)|not|without) (?:an? )?(?:21|18) ?(?:\+|and (?:over|up|older)\b)/gi,
    ' ; not ages 21 ; ',
  ],
  [
    /\b(?:where|that|which|if) (?:i|you|u|we|they|one) (?:don'?t|do not) (?:have|need) to be (?:18|21)\b/gi,
    ' ; not ages 21 ; ',
  ],
  [
    new RegExp(
      String.raw`\b${WE_ARE} (?:1[4-9]|20)(?! ?(?:\+|%|min|m(?:ile)?s?\b|bucks|dollars|hours?|days?|weeks?|or\b|of\b))(?: years? old| yrs?(?: old)?)?\b(?: yet)?`,
      'gi',
    ),
    ' ; not ages 21 ; ',
  ],
  [
    new RegExp(
      String.raw`\b(?:${WE_ARE} (?:under ?(?:18|21)|not (?:yet )?21)|(?:for )?(?:the )?under[- ]?(?:18|21)'?s?|(?:not|isn'?t|aren'?t) 21|under ?age|all[- ]ages)\b(?: yet)?`,
      'gi',
    ),
    ' ; not ages 21 ; ',
  ],
  [/\bd ?(?:&|and|n|\/) ?d\b/gi, 'dnd'],
  [/\bin (?:the|all this|this) snow\b/gi, ' ice skating or sledding or skiing '],
  [/\bwhile (?:every(?:one|body)|(?:the )?others|my \p{L}+|they|he|she|people)\b[^,.;?!]*/giu, ' '],
  // Who does not want to sweat wants neither games nor runs.
  [
    /\b(?:nothing|not|no|(?:do|does|is)n'?t(?: want| have to| involve| require)?)(?: (?:too|anything|any|to be|very|really|so|all|that|to|make me|me))* (?:sweaty|athletic|sporty|sweat(?:ing)?)\b/gi,
    ' ; no sports ; no exercise ; no running ; ',
  ],
  [/\bfree (?=(?:parking|wi-?fi|child ?care|coat check|shuttles?)\b)/gi, ''],
  [/\bmoved here for (?:work|a job|my job|school|grad school)\b/gi, 'moved here'],
  [
    /\b(?:i'?m|i am|we'?re|we are) (?:so |totally |completely |really |very |kinda )*(?:lost|struggling|failing|stuck|drowning|behind) (?:in|with|on|at) (?=\p{L})/giu,
    'need help with ',
  ],
  // "My 6 year old" is a child; for which other ages an event is, nothing tells.
  [/\b(?:(?:my|our|an?|the) )?(?:[1-9]|1[0-2])[- ]?(?:years?|yrs?)[- ]?olds?\b/gi, 'kids'],
  [/\b(?:for )?(?:the )?over[- ]?(?:18|21)'?s?\b|\b(?:18|21) ?(?:\+|and (?:over|under|up|older)\b)/gi, ' '],
  [
    /\b(?:short|brief)(?:er)?(?= (?:gigs?|jobs?|shifts?|tasks?|events?|things?|activit(?:y|ies))\b)|(?<=\b(?:something|anything) )(?:short|quick|brief)(?:er)?\b(?![- ](?:than|term|notice|and|of|sleeved)\b)/gi,
    'shortest',
  ],
  [
    /(?<=\b(?:something|anything) )long(?:er)?\b(?![- ](?:ago|distance|term|than|and|sleeved)\b)/gi,
    'longest',
  ],
  // The noun: what one can see at a theatre.
  [
    /(?<=^|\b(?:any|some|see|good|cheap|free|fun|and|or|the|what|which|school|student|stage) )plays(?= *(?:$|[?.!,]|\b(?:i|we|can|could|should|are|is|will|to|that|which|for|under|with|at|in|on|this|next|or|and|tonight|tomorrow|(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\p{L}*|near|by)\b))/giu,
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
  [/\b(?:on |for )?(?:my|our) (?:\p{L}+ )?(?:wedding )?anniversary\b/giu, 'date idea'],
  [
    /\b(?:with|for|and) (?:my |our |(?:my |our )?(?:two |three |[23] ))(?:teens?|teenagers?)(?: (?:kids?|children|sons?|daughters?))?\b/gi,
    ' ',
  ],
  [
    /\bi(?:'m| am) (?:writing|finishing|working on) (?:my|an?) (?:\p{L}+ ){0,2}(?:thesis|dissertation|papers?|essays?|degree),/giu,
    ' ',
  ],
  // "Where can I take my daughter (4 years)?"
  [
    /\b(?:can|could|should|to) (?:(?:i|we) )?(?:take|entertain|keep|do (?:there )?with) (?:my|our) (?:\p{L}+ ){0,2}?(?:daughters?|sons?|kids?|child|children|toddlers?|nieces?|nephews?|grand\p{L}+)\b(?: (?:busy|entertained))?(?:,? ?\(?(?:is |ages? |aged )?\d{1,2}(?: (?:years?|yrs?|months?)(?: old)?)?\)?(?! ?[ap]m|:))?(?! to\b)/giu,
    'something to do for kids',
  ],
  // Who is not there.
  [
    /,? ?\b(?:(?:and|but|because|since|as|when|while) )?(?:everybody|everyone|(?:all )?(?:of )?my (?:\p{L}+ )?(?:friends|family|roommates?|housemates|lab ?mates)|most people) (?:is|are|has|have|will be|'s)(?: already)? (?:away|gone|left|leaving|travell?ing|out of town|(?:gone |going |went )?home)\b/giu,
    ' ',
  ],
  [/\b(?:at|by) (?:the )?(?:very )?latest\b/gi, ' '],
  // Of distances nothing is known.
  [
    /\b(?:with)?in (?:easy )?walking distance(?: (?:of|from|to) (?:the )?(?:campus|here|me|my \p{L}+|home)\b)?/giu,
    ' ',
  ],
  [/\b(?:close|near|next) (?:to )?(?:the )?campus\b/gi, ' '],
  [/\bnever ?mind\b/gi, ' '],
  // What it is to replace is not looked for.
  [/\binstead of [^,.;!?]*?(?=\s+(?:on|at|this|next|today|tonight|tomorrow)\b|[,.;!?]|$)/gi, ' ; '],
  [
    /\b(?:get(?:ting)?|go|be) out of (?:the|my|our) (?:house|dorm|room|apartment|place)\b/gi,
    'something to do',
  ],
  // Who has something read wants the writing center.
  [/\b(?:essay|paper|thesis|writing) help\b/gi, 'writing center'],
  [
    /\b(?:look (?:over|at)|proof-?read|read (?:over|through)|check|feedback on|help with|edit|review) (?:(?:a|one|some) (?:chapters?|drafts?|pages?|parts?|sections?) of )?my (?:\p{L}+ ){0,3}(?:papers?|essays?|thesis|drafts?)\b(?: before [^,.;!?]*)?|\b(?:look over|proof-?read|read (?:over|through)) (?:a|one|some) (?:\p{L}+ )?(?:chapters?|drafts?|papers?|essays?)\b/giu,
    'writing center',
  ],
  [
    /\b(?:our|my) (?:\p{L}+ ){1,2}(?:has|have|got)(?: got)? (?:no|zero|little|not much) (?:money|cash|budget)\b/giu,
    'broke',
  ],
  [
    /\bfor (?:very )?(?:little|not much|less) money\b|\bon a (?:small|tight|student|low) budget\b|\bwithout spending (?:much|a lot)(?: of)?(?: money)?\b/gi,
    'cheap',
  ],
  [
    /\b(?:my|our) (?:shift|class|work|exam|interview) (?:starts?|begins?) at \d{1,2}(?::\d\d)? ?(?:[ap]m)?(?:,? (?:so|and))?(?=.*\b(?:by|before) \d)/gi,
    ' ',
  ],
  [
    /\b(?:(?:my|our|an?|the) )?1[3-9][- ]?(?:years?|yrs?)[- ]?olds?\b|\bmy (?:son|daughter|nephew|niece|grandson|granddaughter) is 1[3-9]\b(?! ?[ap]m|:)/gi,
    ' ',
  ],
  [/\bpays? (?:me |us )?(?:the )?most (?:money )?(?:in total|in all|overall)\b/gi, 'most in total'],
  [/\b(?:in|for) my (?:whole |entire )?life\b/gi, ' '],
  [/\b(?:in )?between (?:my |our )?(?:class(?:es)?|lectures|labs|shifts|meetings)\b/gi, ' '],
  [/\bwhat (?:would|could|might) work(?: (?:best|well))?(?: for (?:us|me|them))?\b/gi, 'what can we do'],
  [/\b(?:student|senior|military|group|family) discounts?(?: (?:for|on|at|to))?\b/gi, 'cheap'],
  [/(?<!\b(?:work|class|practice) )\bevery (?:single )?(?:night|day|evening)\b/gi, ' '],
  [/\bin my (?:dorm(?: room)?|room|apartment|house)\b/gi, ' '],
  [/\bi'?m (?:an? |the )?(?:ta|teaching assistant|instructor|professor) (?:for|of|in) /gi, 'study session '],
  [
    /\b(?:(?:i'?m|i am) )?(?:(?:feel|feeling) )?(?:so |super |really |very |pretty |kinda |a bit )*(stressed|stressing|anxious|overwhelmed|nervous)(?: out)? (?:with|about|over|by|because of|for|from) (?:my |the |all (?:the )?)?(?:finals?|exams?|midterms?|class(?:es)?|school|work|everything|life)(?: (?:week|coming up))?\b/gi,
    'stressed',
  ],
  [
    /\b(?:feel|feeling) (?:so |super |really |very |pretty |kinda |a bit )*(?=(?:stressed|anxious|overwhelmed|lonely|homesick|depressed|burned|burnt|bored|hungry|down|sad)\b)/gi,
    '',
  ],
  // Whom it admits is asked of each event.
  [
    /\b(?:do|does|must|should) (?:i|you|we|one) (?:(?:need|have) to )?be (?:18|21)\b(?: (?:or|and) (?:older|over|up))?(?: (?:for|to (?:get|go) (?:into|to|in)|at)\b)?/gi,
    ' ',
  ],
  [/\b(?:an? )?(cheap|fun|good|nice|cute) date\b(?! (?:idea|night|spot))/gi, '$1 date ideas'],
  // "Who is playing on Dec 6"
  [
    /\bwho(?:'?s| is| are)? (?:plays?|playing|performs?|performing)(?= (?:on |this |next )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:week|weekend|month)\b|today|tonight|tomorrow|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d)|\W*$)/gi,
    'concerts or live sports',
  ],
  // "Any free food around on Monday"
  [/\baround (?=(?:on|in|at|this|next|for)\b)/gi, ''],
  // "Cheapest ticket?"
  [
    /^(?:(?:and|ok(?:ay)?|so)[\s,]+)?(?:what(?:'?s| is) )?(?:the )?cheapest tickets?\W*$/gi,
    'which is the cheapest',
  ],
  // "I have a gap in classes", beside what is wanted.
  [
    /(?<=\S.{5,}),? \b(?:i|we)(?:'ve| have)(?: got)? (?:an? |some )?(?:gap|break|free (?:time|hour|period))(?: (?:in|between|from) (?:my )?(?:class(?:es)?|lectures|labs|work))?(?=\W*$)/gi,
    ' ',
  ],
  // "My little sister (she's 8)"
  [
    /\bmy (?:little|younger|baby|kid) (?:sister|brother|sibling|cousin|niece|nephew)s?\b(?!.{0,60}\bs?he(?:'?s| is) (?:only )?(?:1[3-9]|[2-9]\d)\b)(?:,? ?\(?(?:who is|s?he(?:'?s| is)) (?:only )?(?:[1-9]|1[0-2])\)?(?! ?[ap]m|:))?/gi,
    'kids',
  ],
  // Who helps others to learn is a tutor.
  [
    /\bhelp(?:ing)? (?:other |some )?(?:people|students|kids|others|someone|undergrads|freshmen) (?:to )?(?:study|learn|with (?:their )?(?:homework|studies|classes|math|writing))\b/gi,
    'tutoring',
  ],
  // "Before I go home Dec 12"
  [
    /\bbefore (?:i|we) (?:go|leave|fly|travel|head|drive)(?: back)?(?: home| out| town| for home)?(?: on)? (?=\p{L}{3,9}\.? ?\d|\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow)/giu,
    'before ',
  ],
  // "That I can still see before they close"
  [
    /\b(?:that )?(?:i|we) can still (?:see|catch|visit|go to)(?: before (?:they|it) (?:close|end|leave)s?)?\b/gi,
    ' right now ',
  ],
  [
    /\b(?<!(?:do|does|did|will|would) )(?:they|you|it) feeds? (?:me|us|people|everyone)\b/gi,
    'there is free food',
  ],
  // What somebody does else.
  [
    /\b(?:that )?(?:isn'?t|is not|other than|besides|instead of|rather than|beats) (?:just )?(?:sitting|staying|lying|hanging|moping)\b[^,.?!]*/gi,
    ' ',
  ],
  // How old, and that it is no student.
  [
    /\b(?:in (?:my|our) )?(?:early|mid|late)?[- ]?(?:20|30|40|50|60)'?s\b(?! music| party| night| themed| hits)/gi,
    ' ',
  ],
  [/,? ?\b(?:but |and )?(?:i'?m |i am |we'?re )?not (?:an? )?students?\b/gi, ' '],
  // Who comes along: "we want to take the cub scouts to see a game".
  [
    /\b(?:take|bring|taking|bringing) (?:my|our|the|some) (?:[\p{L}-]+ ){1,3}?(?=to (?:see|watch|an?|the|some)\b)/giu,
    'go ',
  ],
  // Why: "my roommate took the rent, I need cash".
  [
    /^(?:my|our|the|i|we|he|she|they)\b[^,.?!]{0,60}\b(?:moved|took|broke|lost|quit|left|stole|crashed|spent|forgot|died|cancel+ed|bailed)\b[^,.?!]{0,40},? (?:and |so )?(?=(?:i|we)(?:'m| am|'re| are)? (?:need|want|looking|gotta|could use)\b)/gi,
    ' ',
  ],
  // "Is trivia every Tuesday?", "does the board games night happen every week?"
  [
    /^(?:is|are|does|do) (?:the |there (?:an? |any )?)?(.{3,40}?) (?:(?:held|happening|happens?|take place|go on|run|repeat|occur|meet|on) )*(?:(?:every|each) (?:single |other )?(?:week|month|day|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?|weekly|monthly)\W*$/gi,
    'every date $1',
  ],
  // How somebody lives.
  [
    /^(?:i'?m a commuter|i (?:commute|live|work|study|drive)\b[^,.?!]{0,30}?|i (?:don'?t have|have no) (?:an? )?(?:car|bike))(?:,? so\b|,)(?=.{5,})/gi,
    ' ',
  ],
  [/,? ?\bi(?:'?m a)? commut(?:e|er)\W*$/gi, ' '],
  [/\bi(?:'m| am)(?: a)? (?:[2-9]\d)(?: years?[- ]old)?\b(?! ?(?:minutes|min|miles|%))/gi, ' '],
  // The evening of that day: "date night ideas for sat 5 dec".
  [
    /\bdate night\b((?: ideas?| plans?| spots?)?[^,.?!]*?\b(?:(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|sat|sun|fri|thurs?|wed|tues?|mon)|tomorrow|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2})\b(?: \d{1,2}(?:st|nd|rd|th)?(?: (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)?)?)/gi,
    'date ideas$1 night',
  ],
  // A job that is over on the day on which it begins.
  [
    /\b(?:one|single|1)[- ](?:day|time|off) (?:only )?(?=(?:paid )?(?:gigs?|jobs?|shifts?|work)\b)|\bfor (?:just |only )?(?:one|a single) day(?: only)?\b/gi,
    'lasting at most 24 hours ',
  ],
  [/\bdon'?t know a (?:single person|soul)\b/gi, 'dont know anyone'],
  [
    /\bi(?:'ve| have)?(?: just)? transferred(?: here| in)?(?: (?:and|so)\b)?/gi,
    ', ideally for transfer students ; ',
  ],
  [/\b(?:rather than|instead of) (?:at |in the |on )?(?:night|evening|morning|afternoon|weekend)s?\b/gi, ' '],
  [/\b(?:when|while) (?:the |my |our )?kids are (?:in|at) (?:school|daycare|class)\b/gi, ' '],
  [
    /\b(?:we'?d be|we are|we'?re|there (?:are|will be)) (?:about )?(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten|twelve)(?: (?:adults|people|of us|friends))\b/gi,
    ' ',
  ],
  [
    /\b(?:planning |celebrating )?(?:my|our) \p{L}+'?s (?:\d{1,2}(?:st|nd|rd|th)(?: birthday)?|birthday)\b/giu,
    ' ',
  ],
  [/\b(?:puck drop|kick-?off|tip-?off|first pitch)\b/gi, ' '],
  [/\bthere(?:'s| is|s) more than one(?:,? right)?\b/gi, ' '],
  [/\b(auditions?|tryouts?) for (?:an? |the |any )?[^,.?!]{3,30}?(?= coming up\b|[,.?!]|$)/gi, '$1'],
  [/\bstart(?:s|ing) (?=(?:after|before|at|around)\b)/gi, ' '],
  [
    /\b(?:volunteer(?:ing)? )?(?:(?:where|that|which) )?(?:(?:i|we) )?(?:(?:can|could|will) )?(?:(?:need|want|have to (?:do|get|log)|log|earn|get|gives?|(?:that )?counts? (?:for|as|towards?)) )(?:my |me |some |the )?(?:like |about |around )?(?:\d{1,3} )?(?:service|volunteer(?:ing)?) (?:hours|certificates?)\b(?: (?:signed off|verified|signed|confirmed))?(?: for (?:my|an?|the) \p{L}+)?/giu,
    'volunteering, ideally with service hours ; ',
  ],
  [
    /\b(career fairs?|job fairs?|career expos?|internships?|recruiters?|companies|employers) for (?:an? |us )?([\p{L} ]{2,25}?) majors?\b/giu,
    '$1, ideally for $2 or all majors ; ',
  ],
  [/\bmy (\p{L}+) is (?:busted|broken|flat|shot)\b(?=.*\b(?:fix|repair|mend))/giu, 'repair $1 ; '],
  [
    /\b(vegetarian|vegan|halal|kosher|gluten[- ]free)(?: here)?,(.{0,40}?)\b(?:with )?food (?:that )?(?:i|we) can (?:actually )?eat\b/gi,
    '$1 $2',
  ],
  [/(?<=[.!] .{0,40})\bfor beginners\b/gi, ', ideally for beginners ; '],
  // With whom.
  [
    /\b(?:take|bring|get|organi[sz]e (?:\p{L}+ )?for) (?:my|our|the) (?:whole |entire )?(?:dorm floor|floor|dorm|residence hall|hall|team|club|frat|fraternity|sorority|lab|cohort|office|group|class)(?: ?mates)?(?: \([^)]{1,20}\))?(?=.*\p{L})/giu,
    ' ',
  ],
  [/\bor is (?:the )?(?:campus|everything|it|town)(?: all)? (?:dead|closed|empty|shut)\b/gi, ' '],
  [/\b(?:coming|come|comes) to (?:town|columbus|campus)\b/gi, ' '],
  [
    /\bi (?:don'?t|do not|can'?t|hate to) (?:like |want to |like to )?(?:driv|walk)\w*(?: home)? (?:in the dark|after dark|at night)\b/gi,
    ' ',
  ],
  // What is broken.
  [
    /(?<=[?.!,;]\s{0,3})(?:the |my |its )?\p{L}+ (?:are|is) (?:shot|broken|busted|flat|worn(?: out)?|dead|toast)\W*$/giu,
    ' ',
  ],
  // What comes at the end, of the person who asks: "I open the cafe."
  [
    /,\s*(?:(?:because|since|cause|cuz|bc|as) )?(?:i|we) (?:open|close|run|manage|coach|teach|volunteer|work|live|study|major in)\b(?! (?:from|until|till?|after|before|during|every|\d|at \d|mornings|evenings|afternoons|nights|(?:mon|tues|wednes|thurs|fri|satur|sun)))[^,.?!]*$/gi,
    ' ',
  ],
  // "Rowing practice is off on Sunday."
  [
    /^(?:(?:my|our) (?:\p{L}+ )?|\p{L}+ (?=practice|rehearsal)|(?=class|work|lab))(?:practice|class|lab|lecture|shift|rehearsal|work) (?:is|was|got) (?:off|cancel+ed|called off)\b(?!\W*$)/giu,
    ' ',
  ],
  [
    /(?<=\b(?:can|could) (?:i|we) |\b(?:place|somewhere|anywhere|where) to )(?:perform|play|sing|share|read|recite) (?:a |my |our |some )?(?:own )?(?:songs?|music|poems?|poetry|stand-?up)(?: of (?:mine|ours))?(?: (?:that )?(?:i|we) (?:wrote|made|composed|write))?\b/gi,
    'open mic',
  ],
  [
    /\bsports? (?:can|could) (?:i|we) (?:just )?(?:show up (?:and|to) )?(?:play|do|join|try)\b/gi,
    'pickup sport',
  ],
  [
    /\b(?:that |which )?(?:a|an) (?:total |complete |absolute |real )?(?:beginner|newbie|noob|novice) (?:can|could) (?:do|join|attend|go to|enjoy|handle)\b/gi,
    ', ideally for beginners ; ',
  ],
  // Who asks.
  [
    /(?<=^|\b(?:hey|hi|hello|just)[\s,]+)(?:just )?an? (?:broke |bored |new )?(?:first[- ]year|freshman|sophomore|junior|senior|transfer|exchange|grad(?:uate)?|phd|college|university|\p{L}+ major)?(?: student)? (?=(?:looking|wondering|trying|hoping|searching)\b)/giu,
    ' ',
  ],
  // What it is for.
  [
    /\bbefore (?:i|we) (?:apply|send|submit|hand)\b(?:(?!\b(?:is there|are there|any|what|where)\b)[^,.?!])*/gi,
    ' ',
  ],
  [
    /\b(?:before (?:the|my|our)|after(?: the| my| our)?) (?:exams?|midterms?|tests?|quiz)\b(?: (?:week|stress))?(?! (?:on|at|this|next)\b)/gi,
    ' ',
  ],
  // "Does the Hartwell Museum give guided tours?"
  [
    /\b(?:does|do|will) (?:the )?((?:[\p{L}'’&-]+ ){1,4}?(?:museum|library|gallery|galleries|planetarium|arboretum|observatory|theatre|theater|arena|center|union|hall|gym|rec)) (?:give|offer|have|host|hold|do|run|put on|organi[sz]e)(?! to\b) ([^,.?!]{3,60})/giu,
    '$2 at the $1',
  ],
  // "Is the rec center doing any classes?"
  [
    /\b(?:is|are) (?:the )?((?:[\p{L}'’&-]+ ){1,4}?(?:museum|library|gallery|galleries|planetarium|arboretum|observatory|theatre|theater|arena|center|union|hall|gym|rec)) (?:doing|having|holding|hosting|offering|running|putting on) ([^,.?!]{3,60})/giu,
    '$2 at the $1',
  ],
  // "When is Kid Meridian playing Lantern Hall?"
  [
    /\b(play(?:s|ing)?|perform(?:s|ing)?) (?=(?:the )?(?!musical|improv|dance|live|community)(?:\p{L}+ ){1,2}(?:hall|arena|theatre|theater|stadium|cellar|amphitheater|amphitheatre|ballroom|lounge)\b)/giu,
    '$1 at ',
  ],
  [/\bmy (\p{L}+) has (?:got )?a (?:flat|puncture|broken \p{L}+)(?: tires?| tyres?)?\b/giu, 'repair $1 ; '],
  [/\b(?:look (?:over|at)|check|review|feedback on|help with) my (?:résumé|resume|cv)\b/giu, 'resume review'],
  // Since when somebody is here.
  [/\b(?:\d+|an?|one|two|three|four|a few|a couple of|several) (?:days?|weeks?|months?|years?) ago\b/gi, ' '],
  // What somebody owns.
  [/\b(?:i|we)(?:'ve| have)?(?: got| have)? an? (?:\p{L}+ )?(?:card|id|bus pass|meal plan)\b\W*$/giu, ' '],
  [/\bwhere (?:this|that|it) is (?:explained|discussed|covered)\b/gi, ' '],
  [/\b(?:that|which) (?:would )?fits?\b(?= *(?:$|[.?!,]))/gi, ' '],
  [
    /\bmy (?:nephew|niece|son|daughter|grandson|granddaughter|kid|child|boy|girl|(?:little |younger )?(?:brother|sister)) (?:is|turns|just turned) (?:[1-9]|1[0-2])\b(?! ?[ap]m|:)/gi,
    'kids',
  ],
  // "I only have lunchtime free" speaks of no price.
  [
    /\b((?:i|we)(?:'ve| have| only| just| got)+ [^.?!,]{0,30}?\b(?:lunch ?time|lunch|time|morning|afternoon|evening|night|hour|weekend|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?) (?:free|off|open)\b(?! (?:of charge|for)\b| (?!this\b)\p{L}+s\b)/giu,
    '$1',
  ],
  [
    /\b(?:i(?:'ve| have|ve)?|we(?:'ve| have)?|have|got|and) (?:got )?(?:no|zero) (?:money|cash|dollars|bucks|budget)\b/gi,
    'broke',
  ],
  [/\bdon't have (?:much |any |a lot of |enough )?money\b|\b(?:low|short) on (?:money|cash)\b/gi, 'broke'],
  [/\b(?:broke|poor) (?:\p{L}+ )?(?:students?|residents?)(?: here)?\b/giu, 'broke'],
  // Who says it is not what is looked for.
  [
    /\b(?:students?|parents?|teachers?|retirees?|locals?|visitors?|tourists?|grads?|freelancers?) here\b[,.:;]?/gi,
    ' ; ',
  ],
  [
    /\b(?:none|not any) of (?:those|these|them|that)\b[^,.;!?]*?(?=\s+(?:on|at|this|next|today|tonight|tomorrow|how about|what about)\b|[,.;!?]|$)/gi,
    ' ; ',
  ],
  [/\bmeet (?:a few|some|other|more|several) (?:new |other )?(?=people|students)/gi, 'meet '],
  [
    /\b(?:that|which|and) (?:would|will|might|could|may) suit\b(?: (?:me|us|\p{L}+))?|\bfrom abroad\b/giu,
    ' ',
  ],
  [
    /\b(?:i|we)(?:'m|'re| am| are) (?:only|just|usually|mostly|also|still|both|all|finally) free\b/gi,
    'i am free',
  ],
  [/\b(?:i|we)(?:'ve| have)? (?:heard|read) (?:about|of|that there(?:'s| is| are)) /gi, ' '],
  [/\b(?:what(?:'s| is) )?the differences? between (?:the )?(?:two )?/gi, ' '],
  [/\b(?:hang(?:ing)? out|catch(?:ing)? up) with (?:my|our|some) \p{L}+/giu, ' '],
  // "Not super early, I can't do 7 am."
  [
    /,? (?:(?:and|but|because|since|cause) )?(?:i|we) (?:can'?t|cannot|can not) (?:do|make) (?:an? )?\d{1,2}(?::\d\d)? ?am\b/gi,
    ' not too early ',
  ],
  [/\b(?:not|isn'?t|aren'?t) (?:so|very|super|that|crazy|really) early\b/gi, 'not too early'],
  [/\b(?:not too early\W+){2,}/gi, 'not too early '],
  [/(?<=\b(?:later in the day|in the (?:afternoon|evening))\W+)not too early\b/gi, ''],
  [/\b(?:going on|happening) (?=(?:right )?now,? or (?:later|tonight)\b)/gi, ''],
  [/\bnow,? or later(?: (?:tonight|today|this evening))?\b/gi, 'now or tonight'],
  [/\b(can|could) (i|we) (?:still )?catch\b/gi, '$1 $2 see'],
  [/\bwork (?:permission|permits?|authori[sz]ation|visas?)\b/gi, 'visa'],
  [/\b(?:can|could|will) you (?:please )?show (?:me |us )?(?=more\b)/gi, ' '],
  [/\bevent (?=(?:photograph|plann|management|production|market)\p{L}*)/giu, ' '],
  // Until when somebody sleeps is no time of its own beside another one.
  [
    /\b(?:and |but )?(?:i )?(?:usually |always )?sleep(?:ing)? (?:in )?(?:until|till) (?:like |about |around )?\d{1,2}(?::\d\d)? ?(?:[ap]m)?(?=.*(?:\b(?:between|after|from|morning|afternoon|evening|tonight)\b|\d - \d))/gi,
    ' ',
  ],
  // What help is for says less than what it is with.
  [
    /\b(help with \p{L}+(?: \p{L}+)?) for (?:my|our|an?) (?:\p{L}+ )?(?:thesis|dissertation|paper|class|project|course|exam|homework)\b/giu,
    '$1',
  ],
  // Food that is vegan or halal is what is one of them.
  [
    /\b((?:halal|vegan|vegetarian|kosher|gluten[- ]free)(?:,? (?:or|and|&) (?:halal|vegan|vegetarian|kosher|gluten[- ]free))*) (?:food|options?|meals?|snacks?|dish(?:es)?)\b/gi,
    '$1',
  ],
  [
    /\b(?:where|that|so) (?:i|you|we) (?:don'?t|do not|never) (?:have|need) to (?:talk|speak|chat|interact|meet)(?: (?:to|with))?(?: (?:people|strangers|anyone|anybody|others))?\b(?! (?!on|in|at|this|next|tonight|tomorrow|today|please|pls|or|and|but|when)\p{L})/giu,
    'for introverts',
  ],
  [/\bplay something\b(?=.*\bnot (?:just |only )?watch)/gi, 'pickup games'],
  [/,? (?:and )?not (?:just |only )?watch(?:ing)?\b/gi, ' '],
  // "The brakes on my bike are broken, can somebody help me fix them?"
  [
    /\b(?:(?:the|a) \p{L}+ (?:on|of|in) )?my (\p{L}+)(?: \p{L}+)? (?:is|are) broken\b(?:[^.?!]{0,40}\b(?:fix|repair|mend) (?:it|them|that)\b)?/giu,
    'repair $1 ; ',
  ],
  [/\b(?:get|have) (?:my|our|an?|the) (\p{L}+) (?:fixed|repaired|mended)\b/giu, 'repair $1'],
  [
    /\b(?:get|have) (?:my|our) (\p{L}+(?: \p{L}+)?) (?:checked|reviewed|looked (?:at|over)|critiqued)\b/giu,
    '$1',
  ],
  [
    /\b\d{1,3} (?=(?:or more )?(?:kids|children|friends|colleagues|students|people|persons|workers|helpers)\b)/gi,
    ' ',
  ],
  [/\b(?:i|we)(?:'m| am| are|'re) (?:an? )?(vegetarian|vegan)s?\b/gi, ', ideally $1 ; '],
  [
    /\b(?:i|we)(?:'m| am| are|'re) (?:an? )?(?:\p{L}+ )?(?:couple|retirees?|retired|teachers?|professors?|nurses?|staff(?: members?)?|employees?)\b/giu,
    ' ',
  ],
  // "A career fair for public service jobs" is no job.
  [/\b((?:career|job|internship) (?:fair|expo)s?\b[^.?!]{0,40}?)\bjobs?\b/gi, '$1'],
  // Where somebody comes from.
  [/\b(?:i|we)(?:'m| am| are|'re)? (?:an? )?(?:new )?exchange students?\b(?: from \p{L}+)?/giu, ' ; '],
  [
    /\b(?:student|i'm|i am|we are|come|came) from (?!the\b|here\b|campus\b|\d)\p{L}+(?: (?:korea|zealand|africa|arabia|rica|lanka|kong|kingdom|states))?/giu,
    ' ',
  ],
  // What somebody likes are alternatives.
  [
    /\b(interested in|into|fan of|likes|loves|enjoys|good (?:with|at)|experienced (?:in|with)|skilled (?:in|at)) ((?!to\b|going\b)\p{L}{3,}(?: \p{L}{3,})?) and (?!i\b|we\b|want|would|is\b|am\b|are\b)(?=\p{L}{3})/giu,
    '$1 $2 or ',
  ],
  // Their ages, and how many they are: "my two kids (6 and 9)".
  [/\((?:ages? \d{1,2}|\d{1,2}(?=,| and| ?&))(?:(?:, ?(?:and )?| and | ?& ?)(?:ages? )?\d{1,2})*\)/gi, ' '],
  [
    new RegExp(String.raw`\b(?:for )?(?:the |all (?:of )?(?:the )?)?(?:${NUMBER}|\d{1,2}) of us\b`, 'gi'),
    ' ',
  ],
  [new RegExp(String.raw`\b(?:${NUMBER}) (?=(?:little |small |young )?(?:${PERSONS})\b)`, 'gi'), ' '],
  [new RegExp(String.raw`\bgroup of (?:${NUMBER}|\d{1,2})\b`, 'gi'), ' '],
  [/\b(?:free to eat|(?:eat|drink) (?:for )?free|free (?:things?|stuff) to eat)\b/gi, 'free food'],
  [
    /\b(?:(?:with|where|that|which|for which|and|but|i|you|is|are|there|requires?|needs?) )*(?:no|without(?: any)?|(?:don't|doesn't) (?:need|require|have)(?: any)?) (?:prior |previous |work |any )*(?:experience|exp)\b(?: (?:is |are )?(?:needed|required|necessary))?/gi,
    ', ideally for beginners ; ',
  ],
  // Who has never done it begins.
  [
    /\b(?:(?:i|we)(?:'ve| have)? )?never (?:really )?(?!tried|used|worked|attended|visited|played|liked|enjoyed|loved|watched|finished|signed|needed|learned|wanted|joined)(\p{L}+ed)\b(?: before)?/giu,
    '$1 ; , ideally for beginners ; ',
  ],
  [
    /\b(?:for )?(?:someone|somebody|people|anyone|a person)?(?: who| that)?(?:'s|'ve| has| have| had)? ?never (?:really )?\p{L}*(?:ed|done|een|tten|run)(?: (?:any|it|one|code|anything))?(?: before)?(?=$|[,.;!?])/giu,
    ', ideally for beginners',
  ],
  [
    /\b(?:my|our) \p{L}+, who (?:is|are|isn't|aren't|is not|are not) (?:an? )?\p{L}+(?: \p{L}+)?(?=[,.?!]|$)/giu,
    ' ',
  ],
  // "Dance lessons, total beginner"
  [
    /(?<!\b(?:for(?: an?)?|(?:for )?(?:absolute|complete|total))),? (?:(?:i'?m|i am) )?(?:an? )?(?:(?:absolute|complete|total|true) )?(?:beginner|newbie|noob|novice)s?(?: (?:here|level))?(?=\W*$)/gi,
    ', ideally for beginners',
  ],
  // Who asks is not what is looked for.
  [/\bif (?:i|you|we)(?:'?m|'?re| am| are) (?:not )?(?:an? )?\p{L}+\b/giu, ' '],
  [
    /\b(?:(?:make|do|create|learn) )?(?:(?:something|anything|stuff|things) )?(?:crafty|creative|artsy)?,? ?(?:(?<=(?:something|anything|stuff|things|crafty|creative|artsy) )with (?:my|our|her|his|their) (?:own |two )?hands|(?<=(?:something|stuff|things) )by hand)\b|\bcrafty(?: (?:things?|stuff))?\b(?!\s*[-–—:,(])/gi,
    'crafts',
  ],
  [/\bmake (?:something|stuff|things)\b/gi, 'workshop'],
  // How it is not to be is no topic.
  [
    /\b(?:(?:that|which)(?:'s| is| are|'re)? |but )?(?:(?:not|isn'?t|aren'?t) (?:too|so|very|super|overly|that)|nothing (?:too|so|very|super|overly)) (?!late|early|far|expensive|pricey|long|many|much)\p{L}{4,}/giu,
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
  // "Before my flight on Friday".
  [
    /\b(before|until) (?:my|our|the) (?:flight|train|bus|trip|exam|interview|class|shift) (?:on |at )?(?=mon|tue|wed|thu|fri|sat|sun|tomorrow|\d)/gi,
    '$1 ',
  ],
  // What somebody prepares for is not what they look for.
  [
    /(?<=\S )\b(?:before|ahead of|in time for|to prepare for|to get ready for) (?:the |my |our )?(?:next |big )?(?:(?:\p{L}+ )?(?:career|job|internship) (?:fair|expo)|exams?|midterms?|interviews?|flight|train|bus|trip)s?\b/giu,
    ' ; ',
  ],
];
