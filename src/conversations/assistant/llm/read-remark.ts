import { z } from 'zod';
import { hasLink } from '../../../common/plain-words.js';
import { codePoints, isStorable } from '../../../common/text.js';
import { UnusableAnswer } from '../../../llm/language-model.js';
import { quoted } from '../say-text.js';
import { REMARK_WORDS } from './remark-vocabulary.js';

const MAX_REMARK = 280;
const ANSWER = z.strictObject({ remark: z.string().trim() });
const WORDS = new Set(REMARK_WORDS.split(/\s+/));
/** Words of a remark between its names, and the punctuation allowed between them. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}]+)*/gu;
const SIGNS = /^[ .,;:!?'"“”()–—-]*$/;

/**
 * A remark on what was found. Every name in it is one of `names`, complete and letter by letter; every other word is
 * from a closed list. So it cannot name anything that was not found. Names are returned in quotation marks, since they are
 * other people's words, and none is a link.
 * @throws UnusableAnswer
 */
export function readRemark(answer: unknown, names: string[]): string {
  const { success, data } = ANSWER.safeParse(answer);
  if (!success) throw new UnusableAnswer('it has not the shape that was asked for');
  const remark = data.remark.replace(/\s+/g, ' ');
  if (remark === '' || codePoints(remark) > MAX_REMARK || !isStorable(remark))
    throw new UnusableAnswer('its remark is empty, too long or no text');
  const any = anyOf(names.filter((name) => !hasLink(name)));
  const rest = remark.replace(any, ' ').replaceAll('’', "'");
  const isKnown = [...rest.matchAll(WORD)].every(([word]) => WORDS.has(word.toLowerCase()));
  if (!isKnown || !SIGNS.test(rest.replace(WORD, '')))
    throw new UnusableAnswer('its remark has words of its own');
  const said = remark.replace(any, (name) => quoted(name.replace(QUOTED, '$1')));
  if (hasLink(said)) throw new UnusableAnswer('its remark has a link');
  return said;
}

/** A name that the model has put in quotation marks itself. */
const QUOTED = /^["“](.*)["”]$/u;

/** Finds any of the names, in quotation marks or not, the longest first. */
function anyOf(names: string[]): RegExp {
  const longestFirst = names.filter((name) => name !== '').sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return /(?!)/g;
  const any = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return new RegExp(`["“](?:${any})["”]|(?<![\\p{L}\\p{M}\\p{N}])(?:${any})(?![\\p{L}\\p{M}\\p{N}])`, 'gu');
}
