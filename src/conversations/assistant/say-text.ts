import { withoutHidden } from '../../common/plain-words.js';
import { cutAtWord } from '../../tagging/summary.js';

/** Characters of a title, a place or a sentence of others. */
const MAX_NAME = 200;

/** Quotes other people's words. No quotation mark within them ends the quotation. */
export function quoted(text: string, most = MAX_NAME): string {
  return `“${oneLine(text, most).replace(/["“”„‟«»]/g, "'")}”`;
}

/** Titles and places are other people's words: each stays in one line, is visible, and is cut to a length. */
export function oneLine(text: string, most = MAX_NAME): string {
  const line = withoutHidden(text.replace(/[\s\p{Cc}]+/gu, ' '))
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= most) return line;
  return cutAtWord(line, most) || `${characters.slice(0, most - 1).join('')}…`;
}

/** What stands for a place that is not known yet. */
export const NO_PLACE_YET =
  /^(?:location |venue |place |room )?(?:tba|tbd|tbc|to be (?:announced|determined|confirmed))\.?$/i;
