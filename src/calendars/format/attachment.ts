import { create } from 'content-disposition';
import { cut } from '../../common/text.js';

/** Characters of a name, so that file systems take it in any script. */
const MAX_NAME = 60;
/** What names of files cannot hold, or what could mislead in them: separators, wildcards, what turns the order of letters. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;
const IS_ASCII = /^[ -~]*$/;

/** The `Content-Disposition` of a file that is named after a title, in any script (RFC 6266). */
export function attachmentOf(title: string, extension: string): string {
  const name = cut(title.replace(UNSAFE, ' ').replace(/\s+/g, ' '), MAX_NAME).replace(/^[. ]+|[. ]+$/g, '');
  const plain = `event.${extension}`;
  if (name === '') return create(plain);
  return create(`${name}.${extension}`, IS_ASCII.test(name) ? {} : { fallback: plain });
}
