import { withoutHidden } from '../../common/plain-words.js';
import { cutAtWord } from '../../tagging/summary.js';

/** Characters of a title, a place or a sentence of others. */
const MAX_NAME = 200;

/** Quotes other people's words. No quotation mark within them ends the quotation. */
export function quoted(text: string): string {
  return `“${oneLine(text).replace(/["“”„‟«»]/g, "'")}”`;
}

/** Titles and places are other people's words: each stays in one line, is visible, and is cut to a length. */
export function oneLine(text: string): string {
  const line = withoutHidden(text.replace(/[\s\p{Cc}]+/gu, ' '))
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= MAX_NAME) return line;
  return cutAtWord(line, MAX_NAME) || `${characters.slice(0, MAX_NAME - 1).join('')}…`;
}

/** What stands for a place that is not known yet. */
export const NO_PLACE_YET =
  /^(?:location |venue |place |room )?(?:tba|tbd|tbc|to be (?:announced|determined|confirmed))\.?$/i;
