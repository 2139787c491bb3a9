/** Characters of a message that are read: the patterns of dates take time in the square of the length. */
const MAX_READ = 300;

/** The part of a message that is read, in plain signs. */
export function readable(text: string): string {
  return text.normalize('NFKC').slice(0, MAX_READ).replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ').trim();
}
