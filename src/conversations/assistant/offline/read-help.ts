import type { HelpTopic } from '../help.js';
import { ABOUT, GOING_ON, NAMED_ALONE, SIGNS } from './help-lexicon.js';

/** What people say before and after it. */
const POLITE =
  /^(?:(?:ok(?:ay)?|so|and|but|hey|hi|hello|yo|also|um+|well|please)\b[\s,!.]*)+|[\s,]*\b(?:please|thanks|thank you|thx)\W*$/g;

/** How people say that they may harm themselves. */
const CRISIS =
  /\b(?:(?:want|going|wanna) (?:to )?(?:die|be dead)|(?:kill|hurt|harm|cut)(?:t?ing)? my ?self|suicid(?:e|al)|self[- ]harm|end(?:ing)? (?:my life|it all)|take my (?:own )?life|better off dead|(?:don'?t|do not) (?:want to|wanna) (?:live|be alive)|no reason to live)\b/i;

/** Whether somebody may harm themselves. */
export function isCrisis(text: string): boolean {
  return CRISIS.test(text);
}

/**
 * What of the service a message asks about, at most two things ("delete my account and my data"); none where it asks for events.
 * @param asksOn after a question of the kind, so that it need not sound like one
 * @param before what that was about: who has asked how to apply cancels the application
 */
export function readHelp(text: string, asksOn = false, before: HelpTopic[] = []): HelpTopic[] {
  const said = text.toLowerCase().replace(POLITE, '');
  const further = GOING_ON.find(
    ([of, about]) => before.some((topic) => of.includes(topic)) && about.test(said),
  );
  if (further) return [further[2]];
  const seen = WHO_SEES.test(said) && before.find((topic) => SAYS_WHO_SEES.has(topic));
  if (seen) return [seen];
  if (!asksOn && !SIGNS.some((sign) => sign.test(said))) return [];
  const first = topicOf(NAMED_ALONE.test(said) ? `see ${said}` : said);
  if (!first) return GOES_ON.test(said) ? before : [];
  const others = said.split(/\band\b|[,?]/).flatMap((part) => topicOf(part) ?? []);
  return [...new Set(others.length > 1 ? others : [first, ...others])].slice(0, 2);
}

/** "And who will be able to see it?", and whose help says so. */
const WHO_SEES =
  /\bwho\b.{0,20}\bsees?\b (?:it|that|this)\b|^(?:(?:and|but|so)[\s,]+)*(?:is|are) (?:it|that|this|they) (?:private|public|visible)\b|\bcan (?:other people|others|anyone|anybody|everyone|everybody|people|(?:my )?(?:friends?|roommates?|family|parents|teachers?|boss|classmates)) (?:else )?see (?:it|that|this)\b|\bwill (?:everyone|everybody|anyone|people|others) (?:be able to )?see\b/;
const SAYS_WHO_SEES = new Set<HelpTopic>(['POST', 'COLLECTIONS', 'PROFILE', 'CALENDARS']);

/** "And if I want it again later?" */
const GOES_ON =
  /^(?:(?:and|but|what) )*if (?:i|we|they)\b.{0,30}\b(?:it|again|later|back|mind)\b[^.?!]{0,20}\W*$/;

function topicOf(said: string): HelpTopic | undefined {
  return ABOUT.find(([about]) => about.test(said))?.[1];
}
