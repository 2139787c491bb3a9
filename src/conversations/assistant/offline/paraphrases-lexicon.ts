import { MONTH } from './day-names.js';

const OUTSIDERS = String.raw`outsiders|non[- ]?\p{L}+(?: (?:people|students?|folks))?`;

/** What people tell, and needs that they imply, in the words that are read. */
export const PARAPHRASES: [RegExp, string][] = [
  // What is told beside a question, or asked in a roundabout way.
  [
    new RegExp(
      String.raw`(?:\b(?:can|could|may) (?:just )?(?:anyone|anybody|everyone|everybody|${OUTSIDERS}) (?:just )?(?:come|go|attend|join|get in)(?: to)?|\bare (?:${OUTSIDERS}) (?:allowed|welcome)(?: (?:at|in|to))?)(?=\W*$| (?:the|this|that|it)\b)`,
      'giu',
    ),
    'who can come to',
  ],
  [
    /\b(?:have|need) to be (?:enrolled|an? (?:enrolled|current|registered) student)(?: here)?(?= (?:to|for)\b|\W*$)/gi,
    'have to be a student',
  ],
  [
    /\bdo (?:i|we|you) (?:have|need) to be an? (?:\p{L}+ )?students?(?=\W*$)/giu,
    'are they only for students',
  ],
  [
    /\b(is|are) (?:the |that )?(\p{L}+) (?:at|by|on|near|along) the (\p{L}+) (?=still (?:on|happening|going))/giu,
    '$1 the $2 $3 ',
  ],
  [
    /,? (?:(?:but|because) )?(?:i|we) missed (?:the (?:one|last one|first one)|it)(?: (?:in|on|last|this) [\p{L}\d ]+)?(?=\W*$)/giu,
    '',
  ],
  [
    /\b(?:(?:right|shortly|just|the day) )?(?:after|before|around) (?:christmas|xmas|thanksgiving|new year'?s?(?: eve)?|halloween|easter),? (?=on (?:the )?\d{1,2}(?:st|nd|rd|th)\b)/gi,
    '',
  ],
  [/,? with ([^,.?!]{3,40}?),? (?:maybe|perhaps|if possible)(?=\W*$)/gi, ', ideally $1'],
  [
    /\blearn (?:how )?to (?:fix|repair|maintain|service) (?:my|an?) (bikes?|bicycles?)\b(?: myself)?/gi,
    '$1 maintenance class',
  ],
  [
    /\b(?:ok(?:ay)? )?what else (?:can|could|should) (?:i|we|\p{L}+ of us) do (?=.*\b(?:\p{L}{3,6}day|tonight|tomorrow|weekend)\b)/giu,
    'what can we do ',
  ],
  // Needs that are told as a story.
  [
    /\b(?:i|we) (?:still |really |just )?need (?:to (?:make|earn|find|get) )?(?:like |about |around |another )?\$?\d{2,4}(?: ?(?:bucks|dollars))? (?:for|to (?:pay|cover|make)) (?:my |our |the )?(?:rent|bills?|books?|textbooks|tuition|groceries|gas|deposit|car|phone)\b/gi,
    'i need to make money',
  ],
  [/\brent money\b/gi, 'money'],
  // What is meant by what one wants to do.
  [/,? \bas a family\b/gi, ', ideally for families ; '],
  [
    /,? (?:cuz |because |since )?(?:i|we) (?:have to |gotta )?get up at \d{1,2}(?::\d\d)?(?: ?am)?(?=\W*$)/gi,
    '',
  ],
  [
    /\bmy (?:\p{L}+ )?(\p{L}+) is broken,? (?:and )?(?:can|could|would) (?:someone|somebody|anyone|anybody)(?: here)? (?:help (?:me )?)?(?:to )?(?:fix|repair|mend) it\b/giu,
    'repair my $1',
  ],
  [/,? (?:but )?not (?:too|so|super|very) late(?! (?:at|on|in)\b)/gi, ', before 9pm'],
  [/\bworking with (wood|metal|leather|clay|glass|fabric)\b/gi, '$1 working'],
  [
    /\b(?:the )?(?:girls|ladies) play (basketball|soccer|volleyball|hockey|lacrosse|tennis|softball)\b/gi,
    "women's $1 games take place",
  ],
  [
    /[,.;]? ?\bmy (?:script|code|program|notebook|spreadsheet) (?:doesn't|does not|won't|isn't|keeps) \p{L}+(?=\W*$)/giu,
    '',
  ],
  [
    /(?<=^|\b(?:any|some|only|for|an?|good|best|quick|easy|no) )weekend (jobs?|gigs?|work|shifts?)\b(?: only)?/gi,
    '$1 on weekends',
  ],
  [/,? (?:but |and |since )?i work (?:on weekdays|mon(?:day)?s? ?(?:-|to|through) ?fri(?:day)?s?)\b/gi, ' '],
  [
    /\b(my (?:son|daughter|kid|child|nephew|niece|brother|sister)) (?:\((?:aged? )?\d{1,2}\)|aged? \d{1,2}\b)/gi,
    '$1',
  ],
  [
    /(?<!\b(?:the|in|\p{L}{3,6}day)),? (mornings|afternoons|evenings),? (?:please|preferably)(?=\W*$)/giu,
    ' in the $1',
  ],
  [
    /\b(?:that |which )?(?:(?:is|are)n'?t|(?:doesn't|don't) start) (?:super|so|very|really|that|too) late\b/gi,
    "that isn't too late",
  ],
  [
    /^([^,.?!]{3,50}?) (?:tickets|tickts),? (?:how|where) (?:do|can) (?:i|we) (?:get|buy) (?:them|those|one)(?=\W*$)/gi,
    'how do i get tickets for the $1',
  ],
  [
    /\b(?:something|anything) (romantic|cozy|cultural|relaxing) with (?!(?:my|our|an? friend)\b)([\p{L} ]+?)(?=[,.?!]|$)/giu,
    '$2, ideally $1',
  ],
  [/\bin the mornings?,?(?: instead,?)? before (?:class(?:es)?|work|school)\b/gi, 'in the mornings'],
  [
    /,? (?:(?:and|i) )*(?:need|want) my hours (?:signed|verified|counted|confirmed)(?: off)?\b/gi,
    ', ideally with service hours',
  ],
  [
    /\b(any(?:thing)?|something|stuff) (?:that )?(?:i|we) (?:don't|do not|won't) have to pay for\b/gi,
    '$1 free',
  ],
  [
    new RegExp(
      String.raw`\b(?:in |during |for )?(?:the )?week of (${MONTH})\.? (\d{1,2})(?:st|nd|rd|th)?\b`,
      'gi',
    ),
    'week of $1 $2th',
  ],
  [
    /\b(?:(?:but|and|since) )?(?:i'm|i am|we're|we are) only free (?:on )?(?=(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|weekends\b)/gi,
    'only on ',
  ],
  [
    /\b(service|volunteer(?:ing)?) hours (?:that )?(?:i|we) can get\b/gi,
    'volunteering, ideally with service hours ; ',
  ],
  [/,? \bwhere (?:do|can|should) (?:i|we) go(?=\W*(?:$|\())/gi, ' '],
  [
    /^(freshman|sophomore|junior|senior|first[- ]year|grad(?:uate)? student|new student) here[,.!]* /gi,
    "i'm a $1. ",
  ],
  [/(?<=[,.] )(?=don'?t (?:really )?know (?:any|a lot|many))/gi, 'i '],
  [
    /\b(?:i|we) (?:can't|cannot|can not|won't be able to) (?:(?:make it|be there|come|get there|start|do anything|do it) )?before (?=\d|noon)/gi,
    'after ',
  ],
  [/(?<=\bnothing \p{L}+), (?=(?:she|he|they|we|i) (?:likes?|loves?|enjoys?)\b)/giu, '. '],
  [/\b(?:is|it's|its) my (?:bday|birthday)\b[\s,.]*/gi, ', '],
  [/,? ?(?:i'm|i am|he's|she's|he is|she is) turning \d{1,2}\b[\s,.]*/gi, '. '],
  [
    /\b(?:my|our) (?:\p{L}+ ){1,2}?(?:are|is|will be) (?:visiting|coming|here|over|in town)(?: (?:me|us|over|to visit))? (?=(?:this|next|on) (?:\p{L}{3,6}day|weekend)\b.*\blikes?\b)/giu,
    ' ',
  ],
  [/\b(visiting|coming|over|here|in town) from (?!(?:the|my|our)\b)\p{L}+(?=\W*$)/giu, '$1'],
  [
    /\b(?:any|what|which) (?:student )?(?:clubs?|orgs?) (?:can |could )?(?:i|we) (?:can |could )?(?:join|get into|sign up for)\b/gi,
    'any student organizations',
  ],
  [
    /,? ?(?:but |and )?(?:i'm|i am) (?:an? )?(?:total |complete |absolute )?(?:beginner|newbie|noob),? (?:and |with |without )(?:i )?(?:have )?(?:no |any |an? )?(partner|experience)\b/gi,
    ', ideally for beginners',
  ],
  [
    /\b(?:(?:i'm|i am|i feel|feeling) )+(?:kinda |kind of |so |really |very |a (?:bit|little) )*(?:homesick|lonely)[\s,.]+(?:and |so )?(?=.*\bmeet\b)/gi,
    ' ',
  ],
  [
    /(?<!\byou )\b(?:i(?:'ve| have)? )?(?:got|have) ((?:next |this )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?)|mornings|afternoons|evenings) (?:free|off)\b/gi,
    'on $1',
  ],
  [
    /\bfor (?:just |only )*(?:one|an(?= \p{L}+\W*(?:$|[,.?!]))|a single) (morning|afternoon|evening)\b/giu,
    'in the $1s, at most 6 hours',
  ],
  [
    /\b(?:can|could|does|would|will) (?:someone|somebody|anyone|anybody) (?:offer|give|do|teach)s? (?!(?:me|us|free|some)\b)(\p{L}+) (?:tutoring|lessons|help)\b(?: (?:for|to) (?:my|our) \p{L}+)?/giu,
    'where can i get help with $1',
  ],
  [
    /\b(?:someone|somebody|anyone|a person)(?: who| that| to)? (?:can )?(?:reads?|checks?|corrects?|edits?|proofreads?|looks? (?:at|over)) (?:through |over )?(?:an? |one |my |some )*(?:\p{L}+ )?(?:thesis|dissertation|papers?|essays?|chapters?|manuscript|drafts?)\b(?: and helps?\b[^.?!]*)?/giu,
    'writing center',
  ],
  [
    /\bbefore (?:i|we) apply (?:for|to) (?:an? |the |my )?(?:internships?|jobs?|grad(?:uate)? school|programs?|positions?)\b/gi,
    ' ',
  ],
  [
    /\b(?:i'm|i am) (?:failing|flunking|behind in|lost in|struggling (?:with|in)|so bad at|bad at) (\p{L}+)[\s,.!]*(?:so )?where can i (?:get|find) (?:some )?help\b/giu,
    'where can i get help with $1',
  ],
  [
    /\bhelp (?:me )?(?:with |in )?(?:writing|write) (?:my|an?|the) (?:\p{L}+(?:'?s)? )?(?:thesis|dissertation|paper|essay|proposal)\b/giu,
    'writing center',
  ],
  [/\bwhere (?:can|could|do) (?:i|we) ask about\b/gi, 'help with'],
  [
    /\bwhen (?:i|we) (?:look|am looking|are looking) for (?:companies|employers|jobs|work|internships)\b/gi,
    ' ',
  ],
  [
    /\b(something|anything) (?:kinda |really |pretty )?(?:chill|low[- ]key|relaxed|casual|laid[- ]back) (?=where\b)/gi,
    '$1 ',
  ],
  [/,? \bas (?:an? |the )?(?:audience|listener|guest|visitor|spectator)\b/gi, ' '],
  [/\b(?:ph\.?d\.?|doctoral|thesis|dissertation) defen[sc]es?\b/gi, 'dissertation defense'],
  [
    /\bi (?:only |just )?eat (?:only |just )?(halal|kosher|vegan|vegetarian|gluten[- ]free)(?: food)?,? (?:so )?what is there for me\b/gi,
    '$1 food',
  ],
  [/\b(?:that |which )?(?:students|i|we|people) can (?:actually )?afford\b/gi, 'that is affordable'],
  [/(?<=\bdogs? .{0,40}),? (?:cuz |because )?(?:i'm|i am) (?:so |really )?stressed\b/gi, ' '],
  [
    /^(?:(?:i'm|i am) )?(?:so |really |very )*stressed(?: out)?(?: (?:rn|right now|lately|atm))?[\s,.!]+(?=.*\b(?:dogs?|pupp(?:y|ies)|cats?)\b)/gi,
    ' ',
  ],
  [/\b(?:0|zero) (?=exp(?:erience)?\b)/gi, 'no '],
  [/\bbeginner(?:'?s)? (\p{L}+) (?:stuff|things?|events?)\b/giu, '$1, ideally for beginners ; '],
  [
    /\b(?:where|that|which) (?:they|someone|somebody|you|people) (?:(?:can|will|could) )?(?:sign|verify|confirm|stamp)s?(?: off)?(?: on)? (?:my|our|the) (?:service |volunteer(?:ing)? )?hours\b/gi,
    ', ideally with service hours',
  ],
  [
    /\bplay (?:some |a game of |pick ?up )?(basketball|soccer|volleyball|football|hockey|tennis|frisbee|badminton)(?: (?:myself|ourselves))?,? (?:and )?(?:not|instead of|rather than) (?:just )?watch(?:ing)?(?: it)?\b/gi,
    'pickup $1',
  ],
  [/\bwith an? (?:guide(?! dogs?\b)|docent)\b/gi, 'with a guided tour'],
  [
    /\b(mornings|afternoons|evenings) if (?:there (?:is|are)(?: any)?|possible|you have)\b/gi,
    'if possible in the $1',
  ],
  [
    /\b(?:i(?:'m| am)? )?(?:learn(?:ing)?|practi[sc](?:e|ing)|improv(?:e|ing)) english[.,;]* (?:so )?(?:where|how) (?:can|could|do) i practi[sc]e(?: (?:speaking|talking|it|conversation))?(?: (?:with|to) (?:people|others|someone|native speakers|locals))?/gi,
    'where can i practice my english',
  ],
  [/\b(?:our|my) (?:club|org(?:ani[sz]ation)?|team|group|frat|sorority) is broke\b/gi, ' '],
  [
    /\b(?:nobody|no one) (?:has|needs) to (?:talk|socialize)(?: (?:much|a lot))?(?: (?:to|with) (?:anyone|anybody|people|each other|others))?/gi,
    "i don't have to talk to people",
  ],
  [/^which (?:ones? )?(?=(?:could|can) i do\b)/gi, 'which of them '],
  [/\bwhat (?:do|can|could|would) (?:you|u|we|i|they|people) win\b/gi, 'are there prizes'],
  [/\bmy (\p{L}+) is (?:busted|bust|trashed)\b(?: and i'?m broke)?/giu, 'my $1 is broken'],
  [/\bbefore (?:the|my) (?:final|exam|midterm|test)\b(?! \p{L})/giu, ' '],
  [/^(?:something|anything) (?:to|that makes? (?:me|us)) laugh(?=\W*$)/gi, 'only comedy'],
  [
    /\b(?:(?:something|anything|things?) )?(?:to|(?:that )?(?:makes?|will make) (?:me|us)) laugh(?: at| about)?\b/gi,
    'comedy',
  ],
  [
    /\b(?:my |the )?rent(?:'s| is) due(?: (?:on |by |this |next |the )*(?:\p{L}*day|soon|tomorrow|weekend|week|\d{1,2}(?:st|nd|rd|th)))?\b[\s,.;]*(?=\S)/giu,
    '',
  ],
  [
    /\b(?:i(?:'ve| have)? )?(?:just )?(?:sprained|twisted|broke|tore|hurt|injured|pulled|fractured) my (?:ankle|knee|acl|leg|foot|back|wrist|arm|hamstring|shoulder|hip|toe)\b(?: so\b)?/gi,
    ' ',
  ],
  [
    /\b(?:can'?t|cannot|couldn'?t) (?:afford|pay)(?: for)? (?:an? |any )?(?:tutors?|tutoring|lessons?|therapists?|therapy)\b/gi,
    ' ',
  ],
  [/\b(?:can'?t|cannot|trouble|not) sleep(?:ing)?(?: and| n|,| &)+ (?=.*\bstress)/gi, ' '],
  [
    /\bi (?:just )?broke my (?=toaster|lamp|bike|bicycle|phone|laptop|chair|zipper|headphones|watch|blender)/gi,
    'where can i repair my ',
  ],
  [
    /(?<=\b(?:little|younger|baby) (?:sister|brother|cousin)\b.{0,80})\b(?:with|for) (?:her|him|them)\b/gi,
    'for kids',
  ],
  [/\bbefore (?:she|he|they|i|we) (?:appl(?:y|ies)|decides?|enrolls?)\b/gi, ' '],
  [/\bbored in (?:the|my) (?:dorm|room|house|apartment|hall)\b/gi, ' '],
  [/\bwhat (?:ever )?happened to (?:the )?(?=\p{L})/giu, 'is it cancelled, the '],
  [/\bgames? (?:that )?(?:are |is )?(?:played )?at home\b/gi, 'home games'],
  [
    /\b(?:where|that|which) (?:i|you|we|one) (?:don'?t|do not|won'?t) (?:need|have) (?:to (?:buy|get|have|pay for) )?(?:an? |any )?tickets?\b/gi,
    'that are free',
  ],
  [/\b(?:(?:with)?in (?:easy )?)?walking? distance (?:of|from|to)\b/gi, 'near'],
  [/\bgive (?:me )?(?:back )?my (?:security )?deposit(?: back)?\b/gi, 'return my deposit'],
  [/\bwhere (?:can|could|do) (?:i|we) buy (?!.*\btickets?\b)(?!(?:it|that|this|them|those|one)\b)/gi, 'any '],
  [
    /\bmy (resume|cv|cover letter) is (?:trash|bad|terrible|awful|a mess|outdated)\b/gi,
    'i need help with my $1 ; ',
  ],
  [
    /^(?=.*\b(?:low|down|sad|stressed|depressed|anxious|lonely|overwhelmed|hopeless|homesick)\b).*\b(?:who (?:can|could|do|should) (?:i|we) (?:talk|speak) (?:to|with)\b(?! about)|(?:talk|speak) (?:to|with) (?:somebody|someone|anyone)|(?:somebody|someone|anyone) (?:\p{L}+ ){0,4}(?:talk|speak) to)\b.*$/giu,
    'counseling',
  ],
  [/\b(flu|covid) jabs?\b/gi, '$1 shot'],
  [/\b(?:what|which) ([\p{L} ]{3,30}) can (?:i|we) book\b/giu, 'any $1'],
  [/\b(?:practi[cs]e|improve|brush up(?: on)?|work on)(?: my| our)? english\b/gi, 'english practice'],
  [/\b(bike|bicycle|phone|laptop|shoe|watch) (?:repairs?|fix(?:es|ing)?)\b/gi, 'repair my $1'],
  // "My paper is due Monday, can someone look at it?"
  [
    /\bmy (?:\p{L}+ )?(?:paper|essay|thesis|draft|personal statement|term paper)\b[^.?!]*[,.?!]? (?:and )?(?:can|could|would|will|is there|does) (?:someone|somebody|anyone|anybody|they|you)(?: who| that)?(?: can| could)? (?:to )?(?:look (?:at|over)|read|proofread|check|edit|review|go over|give (?:me )?feedback on) (?:it|that|this)\b/giu,
    'writing center help',
  ],
  // Who borrows what one wears to an interview.
  [
    /^(?=.*\bborrow\b)(?!.*\bthere(?: too)?\W*$).*\b(?:suit|(?<!\blife )jacket|ties?|blazer|dress shoes|dress clothes)\b.*$/gi,
    'career closet blazer',
  ],
  [
    /\b(?:does|do|can|could) (?:anyone|anybody|someone|somebody|you guys|they) (?:here )?(?:teach|give (?:classes|lessons) in) (?!it\b|that\b|this\b|me\b|us\b)/gi,
    'classes in ',
  ],
  [
    /\b(?:an? |any )?(?:band|choir|orchestra|ensemble)s? (?:that )?(?:i|we|one) (?:can|could) (?:join|play in|sing in)\b/gi,
    'auditions or open mics',
  ],
  [/^(?:(?:some|any) )?help with (?=\p{L})/giu, 'need help with '],
  [
    /\b(?:can'?t|cannot|(?:not|un)(?: being)? able to|not allowed to|shouldn'?t) (?:lift|carry)(?: (?:anything|things|stuff|too|very|that|heavy|weights?|objects?|loads?|much))*/gi,
    'with no heavy lifting',
  ],
  [
    /\b(?:(?:model|toy|choo choo) )?trains\b(?! (?:you|people|students|volunteers|new|staff)\b)/gi,
    'railroads',
  ],
  // What somebody likes, and does not.
  [/\b(he|she|they|we|i)'d love (?!to\b)/gi, '$1 loves '],
  [/\bobsessed with\b/gi, 'into'],
  [/(?<=\b(?:friends?|family|buddy|buddies|people|roommates?|folks) )from (?:back )?home\b/gi, ' '],
  [/\blong[- ]distance (?=(?:gf|bf|girlfriend|boyfriend|partner|friends?|relationship)\b)/gi, ''],
  // Of games in general, where the kinds are named.
  [/\bgames? (?:that )?(?:i|we) (?:can|could) (?:watch|see|go to)\b(?=.*\b(?:likes?|loves?|into)\b)/gi, ' '],
  [
    /\b(?:can'?t|cannot|won'?t|doesn'?t|never) sit (?:still |quiet(?:ly)? )?(?:for|through|in|at) (?:a |an |the )?/gi,
    'no ',
  ],
  // Who asks, and who says so.
  [
    /\b(?:i|we) live (?:just |right )?(?:a?round the corner|nearby|close by|next door|down the (?:street|road)|across the street|off[- ]campus)\b/gi,
    ' ',
  ],
  [
    /\b(?:(?:that|which) )?(?:an? |any |the )?(?:neighbou?rs?|outsiders?|non-?students?|locals?|members? of the public|visitors?) (?:like (?:me|us) )?(?:may|can|could|(?:is|are) allowed to) (?:come to|attend|go to|join|visit)\b/gi,
    'open to the public',
  ],
  [/\badores?\b/gi, 'love'],
  // "Finals are killing me, can I pet a dog somewhere?" wants no help with them.
  [
    /^(?:ugh+,? |so |ok )*(?:my )?[\p{L}\d ]{3,20}? (?:is|are) (?:\p{L}+ly )?(?:killing|destroying) me\b[\s,.;!]*(?=.*\b(?:can i (?!get|do\b)|any (?!help|tutor)|(?:any|some)thing (?:fun|chill|relax\p{L}*)|relax|unwind|distract\p{L}*|break)\b)/giu,
    '',
  ],
  [/(?<=\blearn\b.{1,40})\bfrom (?:zero|scratch|nothing)\b/gi, 'for total beginners'],
  [/\b(i work (?:until|till?) \d{1,2}(?::\d\d)? ?(?:pm)?) at (?:the |an? )?[\p{L} ]{3,30}(?=[.,])/giu, '$1'],
  [
    /\b(?:(?:that|where) )?(?:i|we) (?:could|can) (?:drag|take|bring|invite|send) (?:them|him|her|everyone|people|(?:my|our) \p{L}+)(?: (?:to|along|with (?:me|us)))*(?=\W*$|[,.?!])/giu,
    ' ',
  ],
  [
    /(?<=\b(?:people|persons|students|friends|colleagues|coworkers|guys|folks|of us) )from (?:my|our) (?:\p{L}+ )?(?:lab|class|team|office|work|dorm|floor|department|program|building)\b/giu,
    ' ',
  ],
  [/\b(?:where )?(?:nobody|no one|you don'?t) (?:has|have) to be (?:any )?good at (?:anything|it)\b/gi, ' '],
  [
    /\b(?:climbing the walls|bouncing off the walls|going (?:stir[- ])?crazy|driving (?:me|us) (?:crazy|nuts|up the wall))\b/gi,
    ' ',
  ],
  [/\b(?:my|our) (?:twins|triplets) (?:are|is) \d{1,2}\b/gi, 'my kids'],
  [/\bfor (?:an? |any )?(?:total |complete |absolute )?beginner\b/gi, 'for beginners'],
  [/\bfor (?:the |my |our )?little ones\b/gi, 'for kids'],
  [
    /^(?:(?:and|oh|well|but|ok)[\s,]+)*(?:he|she|they|(?:my|the) \p{L}+)(?:'s|'re| is| are) (?:only |just |both )*(?:[1-9]|1[0-2])(?:(?:,| and|,? and|\/) (?:[1-9]|1[0-2]))*(?: (?:years?|yrs?)(?: old)?| y\/?o)?(?=\W*$)/giu,
    'for kids',
  ],
  [/ ?\(?\b\d{1,2}(?:st|nd|rd|th)[- ]graders?\b\)?/gi, ' kids'],
  [/\b(?:is|are) (?:off|out of|not in|off from|home from) school\b/gi, 'are there'],
  [/\b(\p{L}{3,}) (?:nerds?|geeks?|buffs?|enthusiasts?)\b|\b(theat(?:er|re)) kids?\b/giu, '$1$2'],
  [
    /\b(?:someone|somebody|a friend|my \p{L}+|people|they) (?:told|said to|said|tells?|says?|mentioned)(?: me| us)?(?: that)? (?=there(?:'?s| is| are| was)\b)/giu,
    '',
  ],
  [/\b(?:the )?top (?:\d{1,2}|three|five|ten) (?=things|events|gigs|shows|concerts)/gi, 'the best '],
  [/\b(?:total |complete |absolute )?(?:noob|newb|newbie|n00b)\b(?:,? like zero)?/gi, 'total beginner'],
  [/\b(?:outside|beyond) (?:of )?my (?:own )?(?:field|major|discipline|department|area)\b/gi, ' '],
  [
    /\b(?:i )?(?:teach|lecture|work|study) (?:in|at) (?:the )?(?:\p{L}+ ){1,3}and (?=(?:i )?(?:would like|'d like|want|wanna|am looking|need)\b)/giu,
    '',
  ],
  [/^(?:\p{L}+ ){1,2}majors? (?=(?:looking|here|who|wanting|trying|seeking)\b)/giu, ''],
  [
    /\b(?:my|our) \p{L}+ (?:says|said|thinks|told me)(?: that)? (?=(?:i|we) (?:need|should|have to|must)\b)/giu,
    '',
  ],
  [/\bwith (?:my|our) (?:\p{L}+ )?(?:group|team|club|frat|fraternity|sorority|crew|squad)\b/giu, ' '],
  // "Every time I look it's jazz", before what is wanted.
  [/\bevery time (?:i|we) [^.?!,]{3,40}? it'?s (?:always |all |just )*[\p{L} ]{2,20}[.!,]/giu, ' '],
  [/,? \beven (?:tho|though|if) (?:it'?s|it is|today is) [\p{L} ]{3,20}(?=\W*$)/giu, ''],
  // Times.
  [
    /\b(?:(?:i|we)(?:'ve)? )?(?:got|have) (?:an? |one |two |\d )?free (?:hrs?|hours?)(?: between classes)?\b/gi,
    ' ',
  ],
  [/\b(?:over |during |on )?(?:the |this )(?:long |holiday )+weekend\b/gi, 'this weekend'],
  [
    /\bthis (week|month|weekend) or (?:the )?next(?: one)?(?! (?:week|month|\p{L}*day))\b/giu,
    'this $1 or next $1',
  ],
  [/\bin the next week or (?:so|two)\b/gi, 'in the next 10 days'],
  [
    /\b(?:on |for )?(?:an? )?(?:rainy|snowy) (day|evening|afternoon|morning|night|weekend|\p{L}+day)\b/giu,
    'indoors on $1',
  ],
  // "I'm free from 2 to 5."
  [
    /\b(?:(?:i(?:'m| am|'ve got| have)?|we(?:'re| are)?) )?(?:got |have )?(?:like |about |only )*(\d{1,2})(?::00)? ?(?:-|to) ?([1-9]|1[01]) (?:free|open)\b(?! (?:food|tickets?|events?))/gi,
    'from $1 to $2pm',
  ],
  // "My flight lands 4pm Sunday, anything after that?"
  [
    /\b(?:my|our) (?:flight|plane|train|bus)(?: home| back)? (?:lands?|arrives?|gets in|comes in)(?: at| around)? (\d{1,2}(?::\d\d)? ?[ap]m)(?: on)? (?=(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)/gi,
    'i am done at $1 ',
  ],
  [/\b(?:can'?t|cannot|won'?t|don'?t) stay up (?:too |so |that |very )*late\b/gi, 'not too late'],
  [/\b(?:right )?this (?:very )?(?:second|minute|moment|instant)\b/gi, 'right now'],
  [
    /\b(?:i|we)(?:'m|'re| am| are) not (?:really |much )?(?:of )?an? (morning|evening|night) person\b/gi,
    'not in the $1',
  ],
  [
    /\b(?:i|we)(?:'m|'re| am| are) (?:really |more |rather )*(?:of )?an? (morning|evening|night) (?:person|owl)\b/gi,
    'in the $1',
  ],
  [
    /\b(?:i|we) (?:do not|don'?t|can'?t|cannot|no longer|hate to) drive (?:any ?more )?(?:after dark|at night|in the dark)\b/gi,
    'in the daytime',
  ],
  [/\bin the middle of the day\b/gi, 'at lunchtime'],
  [
    /\b(?:during|in|for) (?:an? |my |the )?(\d|an?|one|two|three|four)[- ]?(?:hours?|hrs?) (?:gap|window|break)(?: between classes)?\b/gi,
    'of at most $1 hours ;',
  ],
  [/\bstarting (?:at |from )?(?=noon|\d{1,2}(?::\d\d)? ?[ap]m)/gi, 'after '],
  // When somebody has no time.
  [
    /\b(?:(?:i|we) )?(?:can'?t|cannot|don'?t) (?:(?:really |ever )?(?:do|make|come|go)(?: out)?(?: in| on| at)?(?: the)?) (mornings?|afternoons?|evenings?|nights?)\b/gi,
    'not in the $1',
  ],
  [
    /\b(?:i|we) (?:can'?t|cannot) (?:do|make)(?: it)? (?:at )?\d{1,2}(?::\d\d)? ?[ap]m on (?:a )?((?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b/gi,
    'not on $1s',
  ],
  [
    /\b(?:(?:that|which) )?(?:do|does|is|are)(?:n'?t| not) (?:start|begin|open)(?:s|ing)? (?:before|until|till?)(?= (?:\d|noon|midnight))/gi,
    'after',
  ],
  [
    /\b(?:(?:that|which) )?(?:(?:do|does|is|are|will|wo)(?:n'?t| not)) (?:start|begin)(?:s|ing)? (?:after|past|beyond|later than)(?= (?:\d|noon|midnight))/gi,
    'before',
  ],
  [/\bmatin[ée]es?\b/giu, 'in the afternoon'],
  [/\b(?:before|after) church\b/gi, ' '],
  [/\b(between|from) lunch (?=(?:and|to|until|till) \d)/gi, '$1 1pm '],
  [/\bafter lunch\b/gi, 'in the afternoon'],
  [/\b(?:at|over|during|around) lunch(?: hour)?(?=\W*$|[,.?!])/gi, 'at lunchtime'],
  [/\bwhen(?:'s| is) the last (?:day|one|show|chance|date)(?=\W*$)/gi, 'when is the last one'],
  [/\b(?:noon|12(?: ?pm)?) (?:to|-|until|till) ([1-9])\b(?! ?[ap]m|:|\d)/gi, '12pm to $1pm'],
  [/\b(?:(?:in|over|during|for|within) )?the coming week\b/gi, 'in the next 7 days'],
  [/\b(morning\b[^.?!]{0,30}) (before|by|until|till) (\d{1,2})(?! ?[ap]m|[:\d])(?=\W|$)/gi, '$1 $2 $3am'],
  [/\b(?:with|on|during) (?:an? )?(?:\d{1,2}|two|three|four|five|six)[- ]?(?:hour|hr) layover\b/gi, ' '],
  // "I missed the improv tonight, when is it on again?"
  [
    /\b(?:i |we )?missed (?:the )?([\p{L} ]{3,30}?)(?: (?:tonight|today|yesterday|last night|last week))?[,.;]? (?:so )?when(?:'?s| is| will) (?:it|the next one)(?: be)?(?: on)?(?: again)?(?=\W*$)/giu,
    'when is the next $1',
  ],
  // "Anything later?", "something earlier that day?", of what was shown: earlier may mean on another day as well.
  ...(
    [
      ['later', '?', 'the latest others'],
      ['earlier', '', 'the earliest ones'],
    ] as const
  ).map(([when, maybe, ones]): [RegExp, string] => [
    new RegExp(
      String.raw`^(?:(?:and|ok|so|but|maybe)[\s,]+)*(?:(?:is|are) there |got |have you got )?(?:any(?:thing)?|some(?:thing)?|an?)(?: (?:ones?|shows?|options?|times?))? (?:an? (?:bit|little) )?${when}(?: (?:ones?|shows?|options?|times?))?(?: (?:that|the same) (?:day|night|evening))${maybe}(?=\W*$)`,
      'gi',
    ),
    ones,
  ]),
  // Prices.
  [/\b(?:un)?till? (?:my )?pay ?day\b/gi, ' '],
  [
    /\bwithout (?:paying|having to pay|spending (?:any )?money)(?: anything)?\b|\bthat costs? nothing\b/gi,
    'for free',
  ],
  [/\bfor (?=(?:cheap or )?free or cheap\b)/gi, ''],
  [
    /\bfree or (?:very |really )?(?:cheap|inexpensive|low[- ]cost)\b|\b(?:cheap|inexpensive|low[- ]cost) or free\b/gi,
    'cheap',
  ],
  // "I'd rather be outside", of what was asked for.
  [
    /^(?:(?:and|ok|hmm|well|but|no|nah)[\s,]+)*(?:i'?d|we'd|i would|we would) (?:much )?rather (?:be |go |do |have |see |hear |stay |something )?/gi,
    'only ',
  ],
  [
    /^(?:(?:and|so|ok)[\s,]+)*when (?:do|will|are) they (?:play|playing|face|facing|host|hosting)(?: against| vs\.?)? (?:the )?(?!(?:next|again|at|in|on|here|home|after|this|there|today|tonight|tomorrow|live)\b)(?=\p{L})/giu,
    'just the ones with ',
  ],
  // What is asked of the service.
  [
    /\b(?:can|could|will|would) you (?:please )?(?:cancel|undo|remove|take back) my (?:rsvp|registration|sign-?up|ticket|spot)\b.*$|^un-?rsvp\b.*$/gi,
    'how do i cancel my rsvp',
  ],
  [
    /^(?:(?:and|so|but)[\s,]+)*(?:how )?(?:do|are|will) (?:the |these )?(?:gigs?|jobs?) (?:get )?(?:pay|paid)\b.*\b(?:thru|through|app|cash|venmo|check|card|direct deposit)\b.*$/gi,
    'how do i get paid',
  ],
  // "Bike repair", "I need it before Friday".
  [
    /^(?:(?:and|but|so|ok)[\s,]+)*(?:i|we) (?:need|want|'d like) (?:it|one|that|this) (?=(?:before|by|on|for|at|this|next|today|tonight|tomorrow|asap|right now)\b)/gi,
    'and ',
  ],
  // What is asked of an event.
  [
    /^(?:(?:and|so|ok)[\s,]+)*which (?:ones?|of (?:them|those|these)) (?:needs?|requires?|(?:do|does)(?:n'?t| not) (?:need|require)) (?:no |any )?(?:prior |previous )?experience(?=\W*$)/gi,
    'do i need experience for them',
  ],
  [
    /^(?:(?:and|so|ok)[\s,]+)*(?:(?:can|could) (?:i|we) (?:watch|see|hear) (?:it|that|this) later|(?:is|will) (?:it|that|this) (?:be )?recorded)(?=\W*$)/gi,
    'do they have a recording',
  ],
  [
    /^(?:(?:and|so|ok)[\s,]+)*which (?:ones?|of (?:them|those|these)) (?:are|is|stays?) open (?:late|longer|the longest)(?=\W*$)/gi,
    'how late are they open',
  ],
  [
    /\b(?:do|should|must) (?:i|we) (?:(?:have|need) to )?(?:pre-?)?(?:book|reserve)(?: (?:it|that|this|ahead|in advance|a (?:spot|place|seat)))*(?=\W*$)/gi,
    'do i need to sign up for it',
  ],
  [
    /\bhow many (?!people|persons|workers|helpers|hands\b|positions|hours|days|weeks)((?:[\p{L}-]+ ){0,2}[\p{L}-]+) (?:do|does) (?:they|you|it|he|she) (?:still )?need(?=\W*$)/giu,
    'how many people do they need for the $1',
  ],
  [
    /^(?:(?:and|so|ok)[\s,]+)*who(?:'s| is| are) (?:the )?(?:openers?|opening acts?|support(?:ing)? acts?|headliners?|special guests?|bands?)(?=\W*$)/gi,
    'who is performing',
  ],
  [
    /\bdo(?:es)? ((?:the|that|this) [\p{L} ]{3,40}?|it|that|this|they|those|these|any of (?:them|those|these)) (?:really )?(?:need|take|want) (?:two|three|four|\d|more than one|several|multiple|both)(?: (?:people|persons?|workers?|of us|helpers?))?(?=\W*$)/giu,
    'how many people does $1 need',
  ],
  [
    /\b(?:what(?:'s| is)|when(?:'s| is)) the (?:latest|last (?:day|time|chance|moment)) (?:that )?(?:i|we) can (?:still )?apply(?: (?:to|for))?\b/gi,
    'what is the deadline for',
  ],
  [
    /(?<=\b(?:do|does|will|can|should|must) (?:i|we|you|they)\b.{1,40})\bfor any of (?:these|those|them)\b/gi,
    'for them',
  ],
  [
    /^(?:(?:and|but|so|ok)[\s,]+)*(?:what if|even if|ok if) (?:i'?m|i am) (?:just )?(?:an? )?(?:total |complete |absolute )?(?:beginner|new to (?:this|it))(?=\W*$)/gi,
    'are they ok for beginners',
  ],
  [
    /\bwhich (?:ones? )?(?:are|is) (?:near|close to|closest to|on)(?: the)? campus(?=\W*$)/gi,
    'which of those are on campus',
  ],
  [
    /^(?:(?:and|so|but|ok)[\s,]+)*(?:how much (?:would|will|do|can|could) i (?:make|earn|get)(?: in)?(?: total| altogether| overall| for it)?|what(?:'s| is) the total pay)(?=\W*$)/gi,
    'how much does it pay in total',
  ],
  [
    /^(?:(?:and|so|ok)[\s,]+)*(?:what(?:'s| is)|which(?: one)? is|which one'?s) (?:the )?(?:cheapest|least expensive)(?: one| option| ticket)?(?=\W*$)|^(?:(?:and|so|ok)[\s,]+)*which (?:one )?(?:costs|is) (?:the )?least(?: expensive)?(?=\W*$)/gi,
    'which one is the cheapest',
  ],
  [
    /^((?:and |so |ok )*(?:is|are)) (?!(?:it|that|this|the|there|they|these|those|any|all|one|some|my|our|i|he|she)\b)([\p{L} ]{3,40}) (?=(?:1[6-9]|21) ?(?:\+|and (?:up|over|older))|all ages\b|family[- ]friendly\b)/giu,
    '$1 the $2 ',
  ],
  [/\bwhich (?:one )?is (?:the )?closest to (?:now|today)\b/gi, 'which is the soonest'],
  [
    /^(?:(?:and|but|so|ok)[\s,]+)*(?:i'?m|i am) (?:just )?(?:an? )?(?:total |complete )?beginner\b[^?]*\bwhich (?:ones? )?.*\b(?:ok(?:ay)?|good|best|suitable|fine)\b.*$/gi,
    'for beginners',
  ],
  [/^which (?:ones? )?(?:are|is) (?:good|ok(?:ay)?|best|suitable|fine) for (?=\p{L})/giu, 'for '],
  [
    /^(?:(?:and|but|so|ok)[\s,]+)*(?:i'?m|i am) (?:just )?(?:an? )?(?:total |complete |absolute )?beginner[,.;]? (?:so )?(?:is (?:that|it|this) (?:ok(?:ay)?|fine|alright|a problem)|can i (?:still )?(?:come|join|go))(?=\W*$)/gi,
    'is it ok for beginners',
  ],
  [
    /\bhow (?:long|many hours) (?:would|do|will|must) (?:i|we|you) (?:have to |need to )?work(?=\W*$)/gi,
    'how long is it',
  ],
  [/\b(?:any )?(?:special )?(?:training or (?:prior )?experience|experience or training)\b/gi, 'experience'],
  [
    /\bdo(?:es)? (?:they|you|he|she) still (?:need|want) (?:people|help|someone|anyone|workers) for (?:the |that )?([\p{L} ]{3,40})(?=\W*$)/giu,
    'is the $1 still open',
  ],
  [
    /\b(?:do|should|must) (?:i|we|you) (?:need to |have to )?(?:bring (?:anything|something) ?(?:\/|or|and) ?)?dress (?:up|nice(?:ly)?|fancy|formal(?:ly)?|professional(?:ly)?)\b/gi,
    'what should i bring or wear',
  ],
  [
    /\b(?:(?:my|our) \p{L}+|he|she|they|i) (?:uses?|(?:is|am|are)(?: in| on)|has|have) (?:an? )?(wheelchair|walker|crutches|scooter)\b[,.; ]*(?:(?:so|and) )?(?:can|could|will|would|is|are) (?:he|she|they|i|we|it|there)\b[^?]*/giu,
    'is there $1 access there',
  ],
  // "I study history, is it for me too?"
  [
    /\b(?:i study|i(?:'m| am) studying|i(?:'m| am) (?:an? )?[\p{L} ]{3,25} major)\b[^.?!]*[,.;!] (?:so )?(?:is|are|would|will) (?:it|that|this|they) (?:be )?(?:still )?(?:for|open to|good for) me(?: too| as well)?\b/giu,
    'is it open to all majors',
  ],
  [
    /^(?:(?:and|so|ok)[\s,]+)*(?:do|are|can) ((?:my |our )?(?:kids|children|students|seniors|babies|toddlers)) (?:get in |in |go )?(?:for )?free(?=\W*$)/gi,
    'is it free for $1',
  ],
  [
    /^(?:(?:and|anything|any)[\s,]+)*(vegetarian|vegan|halal|kosher|gluten[- ]free)(?: (?:options?|food))?(?=\W*$)/gi,
    'is there $1 food there',
  ],
  [/^is ([^,.?!]{3,40}) far(?: away)?(?: from (?:the |here|campus)*)?(?=\W*$)/gi, 'how far is $1'],
];
