import { FURTHER_LEAD } from './asked-by-form.js';

/** What is asked of something that was shown, in the words and the order that are read. */
export const FURTHER_QUESTIONS: [RegExp, string][] = [
  [/\bhow long (?:will|does|would) (?:it|that|this) take(?=\W*$| and\b)/gi, 'how long does it last'],
  [
    /\bthe next (?:home |away )?(?:game|match|show|concert|date)s?(?= after (?:that|this|it)\b)/gi,
    'the next one',
  ],
  further(
    /what(?:'s| is) the (?:soonest|first|earliest|next) one,? and (?:where|how) (?:do|can) (?:i|we) (?:get|buy) (?:the )?(?:tickets?|it)(?=\W*$)/gi,
    'how do i get tickets to the first one',
  ),
  [
    /\b(?:what|which) (?:street|road|avenue|building) (?:is|are|'s) (?:it|that|this|they)(?: (?:on|at|in))?\b/gi,
    'what is its address',
  ],
  further(/(the (?!one\b)[\p{L} ]{2,25} ones?),? (is|are|does|do|can|will) (?:it|they) /giu, '$2 $1 '),
  [
    /,? or (?:do|would|will|must|should) (?:i|we) (?:have to |need to |must )?(?:go|come|be|travel)(?: (?:somewhere|there|in person|on site))+(?=\W*$)/gi,
    '',
  ],
  further(
    /(?:i|we)(?:'m| am|'d be|'ll be|'ll| would| will)? (?:come|coming|go|going|be) (?:alone|by myself|on my own)\b[\s,.;]*(?:is (?:it|that|this) (?:ok(?:ay)?|fine|weird|a problem|possible|allowed)|can i(?: still)? (?:come|go|join))/gi,
    'can i come alone',
  ),
  further(
    /(?:i'm|i am|we're|we are) not (?:on|in|part of) an? (team|club|group)(?: (?:tho|though|yet|tbh|right now))*(?=\W*$)/gi,
    'do i need a $1',
  ),
  further(
    /(?:can|could|may|are|is) (?:an? )?(?:freshm[ae]n|first[- ]years?|sophomores?|juniors|undergrad(?:uate)?s?|(?:grad(?:uate)?|phd|international|transfer|other|non[- ]?) ?students?|non-?students?|outsiders?|alumni|staff|faculty|locals?|townspeople) (?:(?:also|still|even) )?(?:go|come|attend|join|participate|allowed|welcome|ok|apply)(?: too| as well)?(?=\W*$)/gi,
    'who can come',
  ),
  further(
    /(?:student|senior|kids?|child(?:ren)?) (?:price|rate|ticket)s? (?:for|to|at|of) (?=\p{L})/giu,
    'how much is ',
  ),
  further(
    /(?:what|which) (?:room|floor|building|hall)(?: (?:is (?:it|that)|are they))?(?: in)? and (?=(?:do|does|is|are|can|how|what|when)\b)/gi,
    'where exactly is it and ',
  ),
  further(
    /need (?:an? |to (?:make |have )?an? |to )?(appointment|reservation|ticket|sign up|register|rsvp|experience|id|student id|car|laptop|partner|team)s?(?=\?)/gi,
    'do i need $1',
  ),
  further(
    /(?:i'm|i am|we're|we are) (?:only |just |still )*(?:an? )?(?:total |complete |absolute )?(?:beginners?|newbies?|noobs?|new to (?:it|this|that)),? (?:so )?(?:is (?:that|it|this) (?:ok(?:ay)?|fine|alright|a problem)|can (?:i|we)(?: still)? (?:come|go|join))/gi,
    'is it ok for beginners',
  ),
  [
    /^(?:which|what|any|and) other (?:days?|dates?|times?) (?=(?:in|on|next|this|during|before|after) )/gi,
    'what about ',
  ],
  further(
    /(?:what (?:do|does|would|will) (?:you|we|i|they|one|people)(?: actually| have to| need to)* do (?:at|in|for|on)|tell me (?:more )?about) (the [\p{L}\d' -]{2,30}? one)\b/giu,
    'what is $1 about',
  ),
  further(
    /what (?:do|does|would|will) (?:you|we|i|they|one|people)(?: actually| have to| need to)* do (?:at|in|for|on) (?=the\b)/gi,
    'tell me about ',
  ),
  [/\b(?:(?:a )?(?:bit|little|few minutes)|\d{1,2} min(?:ute)?s?|half an hour|an hour) late\b/gi, 'late'],
  [/\bany of them (?=where\b)/gi, 'which of them is '],
  further(/(ok(?:ay)?|good|suitable|fine) for (?:an? )?(?!date\b)(?=[^?]{3,30}\?)/gi, 'is it $1 for '),
  [/\b(is|are) (it|they|that) also (?=\p{L}+\W*$)/giu, '$1 $2 '],
  [
    /(?<=\?)\s*(?:my|our|the) \p{L}+ (?:is|are|'s) (?:sick|ill|asleep|tired|not well|away|waiting)(?=\W*$)/giu,
    '',
  ],
  [
    /(?<!\b(?:it|that|this|they|them|one)),? and (?:how|where) (?:do|can|could) (?:i|we) (?:buy|get) (?:the )?tickets(?: for (?:it|that|them))?(?=\W*$)/gi,
    ' and do i need tickets',
  ],
  [/\bthere (?:too|as well)(?=\W*$)/gi, 'there'],
  further(/any(?:thing)? of (?:that|those|them|these) (?:that(?:'s| is| are)|thats) /gi, 'which of them is '),
  further(
    /(?:at|in|for|on|during) which of (these|those|them) (?:do|does|can|could|will|would) (?:you|we|i|they|one) (?:get|have|see|win|find) /gi,
    'which of $1 has ',
  ),
  further(
    /(the [\p{L} ]{2,25} one),? ((?:until|till|by) when can (?:i|we)(?: still)? apply)\b/giu,
    '$2 to $1',
  ),
  further(
    /(the [\p{L} ]{2,25} one),? ((?:until|till) (?:what time|when)|how long|how much|when|where|what time) (is|does|do|are) (?:it|they)\b/giu,
    '$2 $3 $1',
  ),
  [/\bwhat(?:'s| is| does| do) (the [\p{L} ]{2,25} one) cost\b/giu, 'how much is $1'],
  [/\bis there an? (?:entrance|entry|admission|registration) fee\b/gi, 'how much is it'],
  [
    /\b(?:until|till) what time (?:does|do|is|are|will) (it|that|this|they)(?: (?:go|last|run|on|be))*(?=\W*$| and\b)/gi,
    'when does $1 end',
  ],
  [/,? \b(?:at|in|on|for) any of (?:those|them|these)(?=\W*$)/gi, ''],
  [/\bwhere do (?:i|we) (?:have|need) to (?:be|go|come)(?=\W*$)/gi, 'where exactly is it'],
  [/\bmust (?:i|we) (?:make|have|book) (?=an? )/gi, 'do i need '],
  [/\bmust (?:i|we) (?=bring|pay|register|sign|reserve|show)/gi, 'do i have to '],
  further(/after that,? when do (they|we|you) play(?: next)?(?=\W*$)/gi, 'when do $1 play next'),
  [
    /\bwhat else (?:is|'s) (?:on|happening|going on) (?=(?:on )?(?:that|the same) (?:day|evening|night))/gi,
    'what is on ',
  ],
  [
    /\b((?:that|the same) (?:night|evening),? (?:after|from|before|until)) ([5-9]|1[01])(?! ?[ap]m|:|\d)/gi,
    '$1 $2pm',
  ],
  [
    /\b(?:i'm|i am) not (?:an? |in )[\p{L} ]{3,30}?,? (?:so )?can i (?:still )?(?:go|come|attend|join)\b/giu,
    'who can come',
  ],
  further(
    /do (?:i|you|we) (?:have|need) to be an? (?:\p{L}+ )?(?:student|member|resident|major) (?:for|to (?:go to|attend|come to)) (?=(?:the|that|this|it)\b)/giu,
    'who can come to ',
  ),
  further(
    /can (?:i|we) (?:also |still )?(?:join|attend|follow|watch)(?: it| this| that)? (?:remotely|online|virtually|over zoom)(?=\W*$)/gi,
    'is it online',
  ),
  [/\bwhere exactly is (?:that|this) (?=\p{L})/giu, 'where exactly is the '],
  further(
    /(?:(?:is|are) there )?(?:anything|something|stuff|events?|shows?|ones?) (?:like|similar to) (?:that|this|those|these|it|them)(?: (?:but|just|only))* (?=(?:by|with|for) (?!me\b|us\b)\p{L})/giu,
    'just the ones ',
  ),
  [/\bcome along\b/gi, 'come'],
  further(
    /(?:just|only) (?:the |in the )?(morning|afternoon|evening)s?(?: ones?)?(?:,? please)?(?=\W*$)/gi,
    'only in the $1',
  ),
  [/\bwill there be (?=an? |the )/gi, 'is there '],
  [/\bhow (?:do|can) (?:i|we) get the (?=(?:zoom|video|meeting) link)/gi, 'is there a '],
  further(
    /(?:i|we) (?:don't|do not) (?:own|have) (?:an? |any |my own )(?!car\b|money\b|time\b|class|experience\b|plans?\b|cash\b)(\p{L}+)(?: (?:though|tho|yet))?(?=\W*$)/giu,
    'do i need a $1',
  ),
  further(/which (?:ones? )?of (?:those|them|these) (?:are|is) free(?=\W*$)/gi, 'which ones are free'),
];

/** At the beginning of a message, save for how people go on: "and so ok". */
function further(question: RegExp, plain: string): [RegExp, string] {
  return [new RegExp(`(?<=${FURTHER_LEAD})${question.source}`, question.flags), plain];
}
