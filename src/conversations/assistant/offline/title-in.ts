import { LEAD } from './asked-by-form.js';
import { readable } from './readable.js';

/** "When is Family Fun Day", "is Family Fun Day free", "Family Fun Day" */
const ABOUT_ONE = new RegExp(
  String.raw`${LEAD}(?<asking>(?:when|where|what time|what day)(?:'?s| is| are| does| do) |(?:tell me about|what(?:'?s| is)|how (?:much|long) is|is|are|does) )?(?:the )?(?<title>[^?!]{3,80}?)(?<ending> (?:free|start|starts|begin|end|cancel+ed|happening|going on|still on))?\W*$`,
  'iu',
);
/** "Who can come to the Sunday Jazz Session?" */
const ASKS_OF_ONE = new RegExp(
  String.raw`${LEAD}(?<asking>who can come to|how (?:do|can) (?:i|we) get tickets (?:for|to)|how much (?:are|is) (?:the )?tickets? (?:for|to)|(?:is|are) there (?:parking|food|an age limit) (?:at|for)) (?:the )?(?<title>[^?!]{3,80}?)\W*$`,
  'iu',
);
/** Fewer words than these, said alone, are what an event is about, rather than its title. */
const LEAST_WORDS = 3;

/** The title that a whole message may be, or may ask of; undefined where it cannot be one. */
export function titleIn(text: string): string | undefined {
  const { asking, title, ending } =
    (ASKS_OF_ONE.exec(readable(text)) ?? ABOUT_ONE.exec(text.trim()))?.groups ?? {};
  const words = title?.split(/\s+/).length ?? 0;
  return words >= LEAST_WORDS || (words > 1 && (asking ?? ending) !== undefined) ? title : undefined;
}
