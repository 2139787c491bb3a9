import type { SMALL_TALK } from '../interpreter.js';

/** Words of which small talk consists: a message that has only these, and one of its own kind, is small talk. */
export const SMALL_TALK_WORDS: Partial<Record<(typeof SMALL_TALK)[number], string>> = {
  COMPLAINT: `useless stupid dumb idiot idiotic moron trash garbage terrible awful horrible worst sucks suck sucked hate bad wrong
    fuck fucking fucked fck fk shit shitty bullshit bitch ass asshole bastard damn crap loser annoying pathetic`,
  GOODBYE: `bye byebye goodbye cya later ciao`,
  THANKS: `thanks thank thx thnx ty tysm tyvm thankyou cheers appreciate appreciated perfect great awesome cool nice sweet
    amazing excellent wonderful brilliant lovely smart clever ok okay okey k alright good fine gotcha works`,
  GREETING: `hi hii hiii hello helloo hey heyy heyyy heya hiya yo howdy sup wassup greetings morning evening afternoon day`,
};

/** Words that small talk has beside these. */
export const FILLERS = `so much a lot that thats this is it its was be been you u ur your are r very really super all the of for to and
  me my i im youve weve will do did done got help helped helpful helping there again man dude bro bot assistant everyone see ya
  what how doing going good well now then out off up go get lost shut just not no oh ah lol haha hahaha please guys thing
  pretty ngl tbh fr lowkey honestly actually super kinda best legend lifesaver goat sounds sound love loved like liked one works work`;

/** Messages that ask who answers, or for something else than events; of the whole message, in lower case. */
export const OTHER_REQUESTS: readonly RegExp[] = [
  /\b(?:ignore|forget|disregard|override) (?:all |any |your |the |my |every )*(?:previous |prior |above |earlier |other )*(?:instructions?|prompts?|rules?)\b/,
  /\b(?:system prompt|api key|passwords?|credit cards?|everyone'?s emails?|users?'?s? e-?mails?)\b/,
  /(?<!\b(?:if the|any|good|bad|nice|cold|warm|hot|rainy) )\b(?:weather|forecast|temperature)\b(?! (?:makers|club|talk|lecture|balloon|permitting))/,
  /\bi (?:lost|left|forgot) my (?!job\b|work\b|mind\b|way\b)\p{L}+(?: \p{L}+)? (?:at|in|on|during|after)\b/u,
  /\b(?:tell|write|say) (?:me |us )?(?:a |an |my |some )?(?:jokes?|essay|poem|story|code|paper|homework)\b/,
  /\bwi-?fi\b/,
  /\bwho (?:do|can|should|would) (?:i|we) (?:complain|report) to\b/,
  /^when (?:do|does|are|is|will) (?:the )?(?:finals?|exams?|classes|semester|(?:winter |spring |fall )?break)(?: week)? (?:start|begin|end|over)\b/,
  /\bwhat did (?:i|you|we) (?:just |last )?(?:ask|say|tell|talk about)\b/,
  /\b(?:can|could|will|would) you (?:please )?(?:book|order|call|get|give|drive|bring|buy|pick)(?: up)?(?: me| us)? (?:an? |the |my |some )?(?:uber|lyft|taxi|cab|ride|lift|pizza|food|coffee|hotel|flight|table|money|up)\b/,
  /\b(?:is there|are there|where can i|where do i|how much is) (?:any |free )*park(?:ing)?\b.*\b(?:at|near|around|by) /,
  /\b(?:will|is) there (?:be |going to be |gonna be )*(?:any )?(?:rain|snow|hail|sun(?:shine)?|a storm)\b/,
  /^(?:any |free |is there |where is |where's )*park(?:ing)? (?:near|around|by|close to) /,
  /\b(?:will|is|does) it (?:going to |gonna |be )*(?:rain|snow|hail|storm|cold|warm|hot|sunny|freez)/,
  // Of traffic nothing is known.
  /\b(?:bus|train|shuttle|flight|uber|taxi|ride|get|drive) (?:schedules? |times? )?(?:to|from) the airport\b|\b(?:bus|train|shuttle) (?:schedules?|times?|routes?|fares?)\b/,
  /\bwho won\b|\b(?:what was|what's|what is) the (?:final )?score\b/,
  /\bwho (?:is|was) (?:the )?(?:president|king|queen|pope|governor|mayor)\b/,
  /\bwhat(?:'s| is) (?:\d+ ?[-+*/x] ?\d+|the (?:time|date|capital|meaning of life))\b/,
  /\b(?:do|solve|finish|write) (?:my|our) (?:(?!own )\p{L}+ )?(?:homework|hw|assignments?|essays?|math|pset)\b/u,
];
