import { HELP_TOPICS, type HelpTopic } from '../help.js';

/** "I applied three days ago and have not heard back." */
const APPLIED =
  /\bi(?:'ve| have|ve)? (?:already )?applied\b|\bdid i (?:get|land) (?:the|that) (?:[a-z]+ ){0,2}?(?:job|gig)\b|\b(?:what|which|where)(?: (?:gig|job)s?)? (?:did|have) i (?:apply|applied)\b|\b(?:heard|herd) (?:anything|back|nothing)\b|\b(?:did|has|have) (?:they|he|she|the owner|anyone|anybody|someone|somebody) (?:(?:pick|cho[os]se?|hire|accept|reject|decid)(?:e?d|en?)?|see|seen|read|look(?:ed)? at) (?:me|on me|my application)\b|\bdid (?:they|he|she|the owner) (?:pick|choose|hire|accept|decide)\b|\bwhat (?:if|happens (?:if|when)) (?:i(?:'m| am| get)?|they) (?:rejected|accepted|turned down|hired|reject me|accept me|hire me|pick me)\b/;

/** "I got accepted for a gig but can't make it." */
const BACKS_OUT =
  /\b(?:got|was|been|were|am|i'm) (?:accepted|picked|chosen|selected|hired)\b.{0,60}\b(?:(?:can'?t|cannot|can not|won'?t|unable to)(?: be able to)? (?:make|do|go|come|work|show)|no longer (?:can|want|able)|back(?:ing)? out|cancel|withdraw|quit|sick|chang(?:e|ed) my mind|don'?t want)\b/;

/** "Do I get a message when they decide?" */
const HEARS_OF_DECISION =
  /\b(?:messages?|notif\w+|e-?mails?|told|tell me|know|hear|find out)\b.{0,20}\b(?:if|when|whether|once) (?:(?:they|he|she|somebody|someone|the owner)\b.{0,12}\b(?:pick|cho[os]e|accept|reject|hire|take|decide)|i(?:'m| am)? (?:get|got|accepted|picked|chosen|in))/;

/** "Can it go in my google calendar?" */
const GOES_IN_CALENDAR =
  /\b(?:put|get|go(?:es)?|add|save|sync|export|import|show up)\b.{0,25}\b(?:in|into|on|onto|to|with) (?:(?:my|our) (?:own |phone(?:'s)? |google |apple |outlook )*|(?:the |an? )?(?:phone(?:'s)? |google |apple |outlook ))(?:i-?)?cal(?:endar)?\b(?! of\b)/;

/** "And if they say no?" */
const IF_REJECTED =
  /^(?:what )?(?:if|when) (?:they|he|she|the owner) (?:already )?(?:says?|said) (?:no|yes)\b/;

/** "What if the person who posted a gig doesn't answer?" */
const NO_ANSWER =
  /\b(?:owner|poster|person|posted|employer|boss|they)\b.{0,30}\b(?:(?:does|do|did|is|are|has|have)(?:n'?t| not)|never|won't)(?: \w+)? ?(?:answer|repl|respond|writ|got(?:ten)? back|get back)/;

/** "Somebody applied to my gig, now what". */
const OTHERS_APPLIED =
  /\b(?:someone|somebody|anyone|anybody|who|who's|people|students?|they|\d+ (?:people|students)) (?:(?:just|has|have|all) )*(?:applied|apply|applies) (?:to|for) (?:my|our)\b/;

/** "How old do I have to be to work a gig", "do I need a work permit". */
const MAY_WORK =
  /\bhow old (?:do|must|should|does) (?:i|you|one|we|someone) (?:(?:have|need) to )?be\b.{0,20}\b(?:work|gigs?|jobs?|apply)\b|^(?!.*\b(?:fair|expo|talk|workshop|session|event|clinic|(?:where|who) can (?:i|we) (?:ask|go|talk|learn)|help with|questions about)\b).*\b(?:work permit|work authori[sz]ation|social security number|age limit for (?:gigs?|jobs?))\b/;

/** "Can I work two gigs at the same time?" */
const SEVERAL_GIGS =
  /\bcan (?:i|you|we) (?:work|do|take(?: on)?|have|get) (?:two|three|several|multiple|more than one|many|2|3) (?:gigs?|jobs?)\b/;

/** "Is this a real person?" */
const IS_REAL = /\bis this an? (?:real (?:person|human)|bot|robot|human|ai|person)(?=\W*(?:$|or\b|lol))/;

/** "What is this site?" */
const THIS_SERVICE =
  /\b(?:what(?:'s| is)|who (?:runs|made|built|owns|operates)|what does) this (?:site|app|service|website|page)\b|\bis this (?:site|app|service|website|page|thing) (?:run|made|owned|operated) by\b/;

/** "Are the gigs here verified?", "is it safe to take a gig from a stranger?" */
const IS_CHECKED =
  /^(?:(?:and|so|but|ok(?:ay)?|also|hey)[\s,]+)*(?:is|are|do|does|how|can|who)\b(?!.*\b(?:about|any(?! of)|there|drive|ride|for|safe (?:space|house|zone))\b)(?=.*\b(?:gigs?|jobs?|events?|posts?|people|posters?|strangers?|this (?:site|app))\b).*\b(?:verified|verif(?:y|ies)|vetted|vet|legit(?:imate)?|trustworthy|scams?|safe)\b/;

/** "How do I become a host", "can my company post internships". */
const POSTS =
  /\b(?:put up|post|place|run) an? (?:ad|advert|listing|notice|flyer)s?\b|\bbecome an? (?:host|organi[sz]er)\b|\b(?:i|we|my \p{L}+|our \p{L}+)(?:'d)? (?:wants?|needs?|would like|likes?|plans?|hopes?) to (?:list|post|add|advertise|promote|announce|publish) (?:an?|our|my|the|its|their)\b|\bis (?:it free to (?:list|post|add|advertise|publish)\b|(?:listing|posting|adding|advertising|publishing) (?:an? |my |our )?(?:\p{L}+ ){1,2}free\b)|\b(?:post|publish|advertise|list) (?:an? |our |my |some )?(?:internships?|positions?|openings?|vacanc(?:y|ies))\b/u;

/** "Need a babysitter on Friday", "looking for someone to fix my bike": who wants to hire posts a gig. */
const HIRES =
  /(?<!\b(?:anyone|anybody|someone|somebody|people|who) )\b(?:need|looking for|seeking)(?: (?:an?|some))* (?:babysitter|dog ?sitter|pet ?sitter|dog walker|photographer|videographer|dj|mover|handyman|handyperson|(?:house ?)?cleaner|nanny|caterer|bartender)s?\b(?! (?:nights?|sets?|part(?:y|ies)|shows?|events?|workshops?|class(?:es)?|jobs?|gigs?|work|positions?)\b)|\b(?:need|want|looking for|find) (?:someone|somebody|a person) (?:to|who can|that can) (?:fix|repair|clean|move|help me move|walk my|watch my|tutor my|teach my|babysit|paint|assemble|install|mow|shovel|drive|photograph|film|design|build|cook|cater)\b/;

/** "Can I report a bad event". */
const REPORTS =
  /\breport (?:an?|the|this|that|some(?:one|body)(?:'s)?) ?(?:\p{L}+ )?(?:events?|gigs?|posts?|users?|persons?|people|scam)\b/u;

/** "Speak to a human." */
const WANTS_PERSON =
  /\b(?:speak|talk|chat) (?:to|with) (?:an? )?(?:(?:real|actual|live) )?(?:human|person|agent|representative)\b/;

/** "What should I do if an event gets cancelled?" */
const IF_CANCELLED =
  /(?<!\b(?:know|tell me|say|see|sure|find out) )\b(?:if|when|once)\b.{0,40}\b(?:gets?|is|are|was) (?:cancel+ed|postponed|called off)\b(?! (?:today|tonight|tomorrow))|\bcancel+ed\b.{0,20}\bhow (?:will|do|would|can) (?:i|we) (?:know|find out|hear)\b/;

/** "Can I get my money back if I bought a ticket?" */
const REFUNDS = /\brefund(?:s|ed)?\b|\bmoney back\b/;

/** "Who do I contact if someone didn't pay me?" */
const UNPAID =
  /\b(?:did(?: ?n'?t| not)|has ?n'?t|hasn't|have ?n'?t|never|won'?t|will not|refuses? to|does ?n'?t|doesn't)\b.{0,12}\bpa(?:y|id) (?:me|us)\b|\bowes? me\b/;

/** "Do they pay me through the app?" */
const PAYS_HERE =
  /\b(?:paid|pays?|payments?)\b.{0,15}\b(?:through|via|in|over|on|by|with) (?:the|this) (?:app|site|service|website)\b/;

/** "Can my boss see which gigs I applied to?" */
const SEES_APPLIED = /(?<!\b(?:i|we) )\bsees?\b.{0,30}\bi(?:'ve| have)? (?:applied|apply)\b/;

/** "I saved an event and can't find it." */
const SAVED =
  /\bi(?:'ve| have)? (?:saved|bookmarked) (?:an?|some|the|that|this|it|them|something|events?|gigs?)\b/;

/** "How do I know the person posting the gig is for real?" */
const IS_GENUINE =
  /\b(?:person|people|someone|somebody|posters?|owners?|whoever|gigs?|jobs?)\b.{0,40}\b(?:for real|legit(?:imate)?|genuine|trust(?:ed|worthy)?|scam(?:mer)?s?|fake)\b|\btrust\b.{0,20}\b(?:people|person|posters?|owners?|gigs?|jobs?)\b/;

/** "Do you have my location?", "what's near me?" */
const LOCATION =
  /\b(?:have|know|see|use|share|track|get)\b.{0,15}\b(?:my (?:current )?location|where (?:i|we)(?:'m| am|'re| are| live))\b|^(?:what(?:'?s| is)|anything)(?: (?:on|going on|happening))? (?:nearby|near (?:me|here)|close to me|around (?:me|here))\W*$/;

/** "Do I have to be a student to use this?" */
const WHO_MAY =
  /\b(?:have to|need to|must i|got to) be an? (?:\p{L}+ )?(?:student|member|resident)\b.{0,12}\b(?:use|join|post|sign)\b|\bwho can (?:use|join) (?:this|it|the (?:app|site|service))\b|\bis this (?:app |site |service )?(?:only|just) for (?:\p{L}+ )?students\b/u;

/** "Someone asked me to send a deposit before the job." */
const WANTS_MONEY =
  /\b(?:deposit|up ?front|gift cards?|send (?:them |him |her )?money|pay (?:them|him|her) (?:first|before))\b(?=.*\b(?:jobs?|gigs?|work|normal|scam)\b)/;

/** "Can I send an event to my friend who has no account?" */
const SHARES = /\b(?:share|send|show) (?:an?|the|this|that) (?:event|gig|job|link)\b.{0,12}\b(?:to|with) /;

/** "Will it tell me if one of them gets cancelled?", of none that is named. */
const IF_CHANGED =
  /\b(?:will|does|do|can|would) (?:it|you|they|i|we|this|the (?:app|site|service))\b.{0,20}\b(?:tell me|let me know|notif\w+|alert\w*|(?:be|get) told|hear|find out)\b.{0,15}\b(?:one of (?:them|those|these|my)|my saved|an event|a gig|something|they|them|those)\b.{0,30}\b(?:cancel+ed|moved|changes?|changed|postponed)\b/;

/** "Do those who applied get told when I cancel a gig?" */
const CANCELS_OWN =
  /\b(?:if|when|once|after) (?:i|we) (?:cancel|delete|remove)(?: (?:my|our|an?|the|it|one)\b(?!.*\bappl(?:ication|ying)\b)|\W*$)/;

/** "Can I put my own garage sale on here?" */
const PUTS_ON =
  /\b(?:put|get|have|list|add) (?:my|our) (?:own )?(?:[\p{L}'-]+ ){1,4}?(?:on|up on|up) (?:here|this (?:site|app|page)|the (?:site|app|calendar|board))\b/u;

/** "Can I set a deadline for applications on my gig?" */
const SETS_TERMS =
  /\b(?:can|could|may|should) (?:i|we|my gig|an? gig) (?:set|have|give|put|add|say|limit)\b.{0,40}\b(?:deadline|apply[- ]by|number of (?:people|positions|spots)|how many (?:people|positions|workers))\b(?!.*\bappl(?:y|ied) (?:to|for) (?:the|that|this)\b)/;

/** "Do I get a message when somebody applies?" */
const HEARS_OF_APPLICANTS =
  /\b(?:messages?|notif\w+|alert\w*|e-?mails?|told|know|hear|find out)\b.{0,20}\b(?:when|if|once|whenever) (?:somebody|someone|anybody|anyone|people|students?|they) (?:applies|apply|applied)\b/;

/** "Can I undo accepting somebody?" */
const UNDOES_DECISION =
  /\b(?:undo|reverse|take back|change)\b.{0,12}\b(?:accepting|rejecting|(?:the |my |an? )?(?:acceptance|rejection|decision))\b|\bun-?(?:accept|reject)\b/;

/** "Can I make a group with my friends?" */
const GROUPS =
  /\b(?:make|create|start|form|set up) (?:an? |my |our )?(?:friend )?group(?: chat)?\b|\binvite (?:my |our |some |a |other )?(?:friends?|people|others|roommates?|classmates?)\b/;

/** "How do I cancel my RSVP?" */
const CANCELS_PLACE =
  /\b(?:cancel|undo|withdraw|remove|change)\b.{0,12}\b(?:rsvp|registration|reservation|booking|sign-?up|my (?:spot|seat|place|tickets?))\b|^how (?:do|can) (?:i|we) rsvp\W*$|\bcancel\b.{0,12}\b(?:if|after|once|something|anything|an event)\b.{0,6}\b(?:i|we)(?:'ve| have)? (?:already )?(?:signed up|registered|rsvp\w*|booked)\b/;

/** "Is this site free", "do you take a cut of the pay". */
const COSTS =
  /\b(?:is|are|does) (?:this|the|your) (?:site|app|service|website|platform)\b.{0,12}\b(?:free|cost|charge)|\b(?:cost|pay|free|charged?)\b.{0,20}\bto use (?:this|it|the (?:site|app|service|website))\b|^(?:is|does) (?:this|it)(?: thing| stuff)? (?:free|cost (?:anything|money|me)) to use\W*$|\b(?:take|keep|charge|get|collect)s? (?:an?|any) (?:cut|fees?|commission|percentage|share)\b/;

/** "Do I have to say how much I pay?" */
const STATES_PAY =
  /\b(?:do|does|must|should|can) (?:i|we|my gig|the gig|an? gig|gigs) .{0,20}\b(?:(?:say|state|list|set|put|give|name) (?:how much (?:i|we)(?:'ll| will)? pay|(?:an?|the) (?:pay|price|wage|salary|amount|rate))|need (?:an?|the) (?:pay|price|wage|salary))\b/;

/** "Do I need to rsvp to go to an event", "how much are tickets for stuff here": of all, and not of one. */
const ATTENDS =
  /\b(?:rsvp|regist(?:er|ration)|sign(?:ing)? up|reserv(?:e|ation)|book(?:ing)?)\b.{0,12}\b(?:to (?:go to|attend|come to|get into)|for) (?:(?:an|the|these|those|your|any|all|most) )*(?:events?|stuff|things|everything)(?: on)?(?: here| on (?:here|this (?:app|site)))?\W*$|\b(?:tickets?|it) (?:for|to go to) (?:(?:the|these|your|any|all|most) )*(?:events?|stuff|things|everything)(?: on)?(?: here)?(?: cost)?\W*$/;

/** What is asked about, in the order in which it is looked for; ALONE where that tells a question of the kind, however it sounds. */
export const ABOUT: readonly (readonly [about: RegExp, topic: HelpTopic, alone?: 'ALONE'])[] = [
  [
    /\b(?:edit|change|update|modify)\b.{0,12}\b(?:my|our|the|an?) (?:gigs?|events?|jobs?|posts?|listings?)\b/,
    'EDIT',
  ],
  [COSTS, 'PAY', 'ALONE'],
  [BACKS_OUT, 'WITHDRAW', 'ALONE'],
  [GOES_IN_CALENDAR, 'CALENDARS', 'ALONE'],
  [IF_CANCELLED, 'NOTIFICATIONS', 'ALONE'],
  [REFUNDS, 'TICKETS', 'ALONE'],
  [UNPAID, 'PAY', 'ALONE'],
  [PAYS_HERE, 'PAY', 'ALONE'],
  [SEES_APPLIED, 'PRIVACY', 'ALONE'],
  [SAVED, 'SAVE', 'ALONE'],
  [IS_GENUINE, 'SOURCES', 'ALONE'],
  [LOCATION, 'LOCATION', 'ALONE'],
  [WHO_MAY, 'ACCOUNT', 'ALONE'],
  [WANTS_MONEY, 'SOURCES', 'ALONE'],
  [SHARES, 'SHARE'],
  [IF_CHANGED, 'NOTIFICATIONS', 'ALONE'],
  [CANCELS_OWN, 'DELETE', 'ALONE'],
  [SETS_TERMS, 'POST', 'ALONE'],
  [PUTS_ON, 'POST', 'ALONE'],
  [HEARS_OF_APPLICANTS, 'NOTIFICATIONS', 'ALONE'],
  [UNDOES_DECISION, 'DECIDE', 'ALONE'],
  [GROUPS, 'GROUPS', 'ALONE'],
  [CANCELS_PLACE, 'TICKETS', 'ALONE'],
  [POSTS, 'POST', 'ALONE'],
  [HIRES, 'POST', 'ALONE'],
  [REPORTS, 'SOURCES', 'ALONE'],
  [WANTS_PERSON, 'ASSISTANT', 'ALONE'],
  [
    /\bappl(?:y|ied|ication)\b.{0,60}\b(?:by mistake|by accident|accidentally|take (?:it|that) back|undo (?:it|that))\b/,
    'WITHDRAW',
  ],
  [
    /\b(?:take|pull|call|get) (?:back )?(?:my|the|an?) (?:job |gig )?application back\b|\bapplication\b.{0,30}\b(?:be undone|be withdrawn|be cancel+ed|take it back|undo it|cancel it)\b/,
    'WITHDRAW',
  ],
  [
    /\b(?:others?|other people|anyone|anybody|someone|everyone|everybody|people|who can|can who)\b.{0,12}\bsee\b.{0,12}\bmy\b|\bprivate\b|\bprivacy\b/,
    'PRIVACY',
  ],
  [
    /\b(?:my |an? |the )account\b|\beverything (?:you|u) have (?:on|about) me\b|\b(?:sign|log) ?(?:in|out|off)\b(?! (?:the|my|our|on|for)\b)|\blogin\b/,
    'ACCOUNT',
  ],
  [/\bdifference between\b.{0,20}\b(?:gig|event|job)s?\b|\bwhat(?:'s| is| are) (?:a )?gigs?\W*$/, 'GIGS'],
  [/\bcategor(?:y|ies)\b/, 'CATEGORIES'],
  [
    /\b(?:withdraw|retract|take back|cancel|undo|delete|remove|unapply|un-apply|edit|update|modify|change)\b.{0,20}\b(?:my |an? |the )?(?:application|applying)\b|\b(?:cancel|back out)\b.{0,20}\b(?:i|i've)(?: have)?(?: already)? applied\b|\bun-?apply\b|\bwithdraw\b|\b(?:chang(?:e|ed|ing) my mind|back(?:ing)? out|drop(?:ping)? out|can(?:'?t|not) make it)\b/,
    'WITHDRAW',
  ],
  [
    /(?<!\b(?:they|he|she|the owner|want to|need to|looking to|like to) )\b(?:accept|reject|choose|pick|select|hire) (?:someone|somebody|one|between|among|a person|an? applicants?|which|who)\b|\b(?:accept|reject|decline|choose|pick|review|see|view)\b.{0,25}\b(?:applicants?|applications? (?:for|to|on) my|who (?:has )?applied)\b|\b(?:who|people|anyone|anybody) (?:has |have )?applied\b|\bmy applicants\b/,
    'DECIDE',
  ],
  [
    /\bsubscri(?:be|bing|ptions?)\b|\b(?:my|our|google|apple|outlook|phone) calendars?\b|\b(?:i-?cal(?:endar)?|ics|rss|webcal)\b/,
    'CALENDARS',
  ],
  [OTHERS_APPLIED, 'DECIDE', 'ALONE'],
  [NO_ANSWER, 'MY_APPLICATIONS', 'ALONE'],
  [HEARS_OF_DECISION, 'MY_APPLICATIONS', 'ALONE'],
  [MAY_WORK, 'APPLY', 'ALONE'],
  [SEVERAL_GIGS, 'APPLY', 'ALONE'],
  [APPLIED, 'MY_APPLICATIONS', 'ALONE'],
  [IF_REJECTED, 'MY_APPLICATIONS', 'ALONE'],
  [IF_REJECTED, 'MY_APPLICATIONS', 'ALONE'],
  [
    /\bpost (?:an? |my )?(?:own )?(?:\p{L}+ ){0,2}(?:ads?|adverts?|listings?|offers?|notices?|announcements?)\b/u,
    'POST',
  ],
  [THIS_SERVICE, 'ASSISTANT', 'ALONE'],
  [IS_CHECKED, 'SOURCES', 'ALONE'],
  [
    /\b(?:if|when|whether) (?:they|he|she|i)\b.{0,20}\b(?:accept|reject|pick|cho[os]e|hire)|\b(?:status|check|see|find|track|view|where|look at|list)\b.{0,25}\bmy applications?\b|\b(?:did|if|whether) i g[eo]t (?:it|in|the (?:job|gig))\b|\bmy applications?\b.{0,15}\b(?:status|go|accepted|seen|rejected|declined|denied|turned down)\b|\bhear back\b|\b(?:if|when) i(?:'m| am| was| get| got)? (?:accepted|rejected)\b/,
    'MY_APPLICATIONS',
  ],
  [
    /\b(?:apply|applying|put in for|throw my (?:hat|name) in|sign up for (?:a |the )?(?:gig|job)s?|get (?:a |the )?(?:gig|job))\b/,
    'APPLY',
  ],
  [
    /\b(?:want|take|like|interested in)\b.{0,15}\b(?:these|those|this|that|a|an) (?:gigs?|jobs?)\b.{0,20}\b(?:what (?:do|should) i do|how do i)\b/,
    'APPLY',
  ],
  [
    /\b(?:(?:get|receive|be|am i|are we)\b.{0,20}\b(?:messages?|told|notified|notifications?|alerts?|e-?mails?)\b|(?:know|find out|hear|tell me)\b(?=.{0,12}\b(?:an event|a gig|something|events|one)\b)).{0,30}\b(?:if|when|once)\b.{0,40}\b(?:cancel+ed|moved|changed|changes|postponed)\b/,
    'NOTIFICATIONS',
  ],
  [/\b(?:share|send) (?:(?:an?|the|this|that|these|those) )?(?:events?|gigs?|jobs?|links?|ones?)\b/, 'SHARE'],
  [
    /\bcollections?\b|\b(?:make|create|share) (?:a |my )?(?:list|folder)\b|\b(?:share|send) (?:it|them|this|that|these|those|my (?:list|saved \w+)) (?:to|with) (?:my |a )?(?:friends?|others?|people|someone|roommates?)\b/,
    'COLLECTIONS',
  ],
  [/\b(?:sav(?:e|ed|ing)|bookmark(?:s|ed|ing)?|favou?rit(?:e|es|ed)|unsave)\b|\bwhat i liked\b/, 'SAVE'],
  [
    /\b(?:hear|told|informed|find out|know)\b.{0,20}\b(?:when|if|once)\b.{0,25}\b(?:applies|apply)\b|\b(?:get|send me|receive)\b.{0,12}\b(?:e-?mails?|texts?|alerts?|updates?)\b.{0,20}\b(?:when|if|whenever)\b|\blet me know (?:when|if|whenever|as soon as)\b|\b(?:tell|e-?mail|text|ping|message|msg|dm|write|notify|alert) me (?:when|whenever|if|as soon as) (?:there(?:'?s| is| are)|an? new|new)\b/,
    'NOTIFICATIONS',
  ],
  [
    /\b(?:turn(?:ing)? off|stop|disable|mute)\b.{0,20}\b(?:e-?mail(?:s|ing)?|texts?|texting|alerts?|updates?)\b|\bunsubscribe\b|\b(?:do|will|can) you (?:send|e-?mail|text)\b/,
    'NOTIFICATIONS',
  ],
  [/\bremind(?:ers?)?\b|\balarms?\b|\balert me\b.{0,20}\bbefore\b/, 'REMIND'],
  [/\bnotif(?:y|ied|ications?)\b|\b(?:alerts?|unread)\b/, 'NOTIFICATIONS'],
  [
    /\b(?:delete|remove|cancel|take down|get rid of)\b.{0,30}\b(?:events?|gigs?|jobs?|posts?|it|listing|i(?:'ve)? posted)\b/,
    'DELETE',
  ],
  [
    /\b(?:edit|change|update|modify|correct|reschedule|move the date)\b.{0,30}\b(?:events?|gigs?|jobs?|posts?|it|listing|time|place|title|description|pay|i(?:'ve)? posted)\b|\bfix\b[^,.?!]{0,30}\b(?:events?|gigs?|posts?|listing|typos?|mistakes?|title|description)\b|\bposted\b.*\bfix it\b/,
    'EDIT',
  ],
  [/\b(?:date|time|place|venue|location|title|pay)\b.{0,10}\b(?:changed|moved|(?:is|was) wrong)\b/, 'EDIT'],
  [
    /\b(?:post|posting|add|create|creating|publish|list|submit|host|make|advertise|put up|put(?= (?:my|our|an?) (?:own )?(?:[a-z]+ )?(?:events?|gigs?|party)\b)|announce|organi[sz]e|upload)\b(?! in for).{0,25}\b(?:events?|gigs?|jobs?|party|listing|own)\b|\b(?:post|publish|advertise|put up) (?:that|this|it)\b|\bput (?:that|this|it|them) (?:(?:up|online|here)\b(?! in\b)|on (?:here|(?:the|this) (?:app|site|website|list))\b)|\bpay to (?:post|use)\b|\bhire (?:someone|somebody|people|help|a)\b/,
    'POST',
  ],
  [
    /\b(?:post|posting|publish|put(?:ting)? up|advertis(?:e|ing)|promot(?:e|ing)|announce|submit|upload)\b.{0,12}\b(?:my|our|an?|the)\b.{0,25}\b(?:shows?|concerts?|fundraisers?|workshops?|meetings?|meetups?|recitals?|sales?|clubs?)\b/,
    'POST',
  ],
  [
    /\bhow (?:do|can|could|would|should) (?:i|we) (?:add|list|put|submit|share) (?:my|our)\b.{0,25}\b(?:shows?|concerts?|gigs?|events?|nights?|part(?:y|ies)|plays?|performances?|games?|class(?:es)?|exhibit(?:ion)?s?|fundraisers?|workshops?|meetings?|meetups?|recitals?|sales?)\b(?! tickets?\b)/,
    'POST',
  ],
  [STATES_PAY, 'POST', 'ALONE'],
  [
    /\b(?:get|got|getting|be|i) (?:paid(?! to\b| for (?!(?:an?|my|the|it|this|that|gigs?|jobs?|work)\b))|(?:my|the) (?:money|cash|pay))\b|\bpay(?:ment|out|day)s?\b|\bwho pays\b|\bpaid for (?:a|my|the) gig\b/,
    'PAY',
  ],
  [
    /\b(?:buy|book|get|find|purchase|order|sell|need)\b.{0,20}\btickets?\b|\brefunds?\b|\bwhen (?:do|will|are) (?:the )?tickets?(?: be)? (?:go )?(?:on sale|available)\b|\btickets? (?:cost|price)|\b(?:can|could|will|would) you (?:please )?(?:book|reserve|buy|get|order) (?:me|us)\b.{0,15}\b(?:seats?|spots?|places?|table)\b|\b(?:book|reserve|get|buy)\b.{0,50}\b(?:through|with|via) you\b/,
    'TICKETS',
  ],
  [ATTENDS, 'TICKETS'],
  [
    /\b(?:events?|data|info(?:rmation)?|they|this|it|listings?)\b.{0,20}\b(?:come from|coming from|get here|sourced|updated|up to date)\b|\bwhere do you get\b|\bwho (?:posts|made|adds|runs)\b/,
    'SOURCES',
  ],
  [
    /\b(?:contact|message|write to|talk to|reach|call|email|dm|text|ask)\b.{0,20}\b(?:owner|organi[sz]er|poster|host|creator|person|someone|somebody|boss|employer|support|human)\b/,
    'CONTACT',
  ],
  [
    /\b(?:my|profile|change|edit|update|set)\b.{0,20}\b(?:profile|avatar|picture|photo|headline|bio|username|name)\b/,
    'PROFILE',
  ],
  [
    /\b(?:who can|can (?:anyone|anybody|others?|people|someone|everybody|everyone)|private|privacy|see)\b.{0,25}\b(?:see|read|my (?:data|messages|chats?|conversations?|email|info)|private|privacy)\b/,
    'PRIVACY',
  ],
  [IS_REAL, 'ASSISTANT', 'ALONE'],
  [
    /\b(?:are you|r u|you|am i (?:talking|chatting|speaking) (?:to|with))\b.{0,12}\b(?:a |an )?(?:robot|bot|human|real|ai|person|gpt|chatgpt)\b|\bwho are you\b|\bwhat are you\b(?! (?:doing|up to|guys|all)\b)|\byour name\b|\bwhat (?:can|do) (?:you|u) (?:actually |really |even )*do\b(?!.*\b(?:here|around|tonight|tomorrow|today|weekend|fun|with|(?:on|in) (?!(?:this|the) (?:app|site|service)))\b)/,
    'ASSISTANT',
  ],
];

/** Parts of the service that people also name without a question: "my applications". */
export const NAMED_ALONE =
  /^(?:(?:show|see|view|list|open)(?: me)? )?my (?:saved(?: events| gigs| stuff)?|bookmarks|applications?|collections?|notifications?|profile)\W*$/;

/** "The stuff I saved." */
const KEPT =
  /\b(?:stuff|events?|things?|gigs?|ones?|what|everything|list) (?:that )?i(?:'ve| have)? (?:saved|bookmarked|favou?rited)\b/;

/** It asks the assistant to do it. */
const ASKS_TO =
  /^(?:please |can you |could you )?(?:let me know (?:when|if)|(?:e-?mail|text|ping) me|apply|save|bookmark|post|create|make (?:a|me a)|withdraw|cancel|delete|edit|book|buy|notify|remind|turn off|stop (?:the|sending|e-?mailing|texting|notifying)|disable|mute|unsubscribe)\b/;

/** How people begin when they want to know how something is done. */
const ASKS_HOW =
  /\b(?:how (?:do|can|could|would|should|to|does|did|is|are|am|long|much|many|often)|can (?:i|we|you|anyone|anybody|people|someone|others?)|could i|may i|am i able|is (?:it|there) (?:a way|possible|any way)|where (?:do|can|are|is|did)|what happens|do (?:i|you|we|they|people) |does (?:it|this|the)|who (?:can|are|sees?|is|made|posts?)|i (?:want|need|would like|'d like|wanna|forgot) to|i wanna|i'd like to|why (?:can't|cant|do|does|is|was|did|can)|when (?:do|will|does)|will i|what (?:is|are) (?:a |the |my )?(?:collections?|gigs?|notifications?|you)|are you|what(?:'s| is) the difference|what(?:'s| is) a|what categories|have to|need to)\b/;

/** What tells a question of the kind. */
export const SIGNS = [
  ASKS_HOW,
  ASKS_TO,
  NAMED_ALONE,
  KEPT,
  ...ABOUT.flatMap(([about, , alone]) => (alone ? [about] : [])),
  /\bcan (?:the (?:app|site|service)|this(?: (?:app|site|service))?|it|you) (?:let me know|tell me when|notify|alert|remind|e-?mail|text)\b/,
  /\b(?:who are you|r u|your name|my application|am i (?:talking|chatting|speaking))\b/,
];

/** What is asked on after one of some topics, and which topic tells it; the first that matches counts. */
export const GOING_ON: readonly (readonly [of: readonly HelpTopic[], about: RegExp, topic: HelpTopic])[] = [
  // "Can I undo it?"
  [['APPLY', 'MY_APPLICATIONS', 'WITHDRAW'], /\b(?:cancel|undo|take (?:it|that) back)\b/, 'WITHDRAW'],
  // "Will I get told if they pick me?"
  [HELP_TOPICS, HEARS_OF_DECISION, 'MY_APPLICATIONS'],
  // "And can I send it to my husband?"
  [
    ['SAVE', 'COLLECTIONS', 'SHARE', 'CALENDARS'],
    /\b(?:send|share|show) (?:it|that|this|them|one)\b/,
    'SHARE',
  ],
  // "Can I undo that if they turn out flaky?"
  [['DECIDE'], /\b(?:undo|take (?:it|that) back|change (?:my mind|it|that)|reverse)\b/, 'DECIDE'],
  // "Will the person who posted it see that?"
  [
    ['WITHDRAW'],
    /\b(?:will|do|does|can|is|are)\b.{0,40}\b(?:see|know|notice|told|notified|find out)\b/,
    'WITHDRAW',
  ],
  // "And if they already said yes?"
  [['WITHDRAW'], /\b(?:said yes|accepted|picked|hired|chose|chosen)\b/, 'WITHDRAW'],
  // "Can I change the room afterwards?"
  [
    ['POST', 'EDIT'],
    /\b(?:change|edit|move|update|fix|correct)\b.{0,20}\b(?:room|place|location|time|date|title|text|description|pay|pictures?|it|that|later|afterwards?)\b/,
    'EDIT',
  ],
  // "Can I apply again?"
  [['WITHDRAW'], /\bapply\b.{0,20}\bagain\b|\bre-?apply\b/, 'WITHDRAW'],
  // "Make one called Weekend."
  [
    ['COLLECTIONS'],
    /^(?:(?:can|could) (?:you|i) )?(?:make|create|add|start) (?:me )?(?:one|a new one|another(?: one)?)\b/,
    'COLLECTIONS',
  ],
  // "Does it cost anything?"
  [
    HELP_TOPICS,
    /^(?:(?:and|but|so|ok(?:ay)?)[\s,]+)?(?:(?:does|do|will|would|is|how much (?:does|is)) (?:it|that|this|i)\b.{0,15}\b(?:cost|free|pay|fees?|charged?|money)\b.{0,12}|is there a (?:fee|charge|cost)|how much(?: does it cost| is (?:it|that))?)\W*$/,
    'PAY',
  ],
];
