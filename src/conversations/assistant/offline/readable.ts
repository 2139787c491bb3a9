/** Characters of a message that are read: the patterns of dates take time in the square of the length. */
const MAX_READ = 300;

/** Short forms of chats. */
const SHORT_FORMS: [RegExp, string][] = [
  [/\bppl\b/gi, 'people'],
  [/\b(?:pls|plz|plss|plzz)\b/gi, 'please'],
  [/\bu\b/gi, 'you'],
  [/\bur\b/gi, 'your'],
  [/\bw\/o\b/gi, 'without'],
  [/\bw\/(?= ?\p{L})/giu, 'with '],
];

/** The part of a message that is read, in plain signs and whole words. */
export function readable(text: string): string {
  const plain = text
    .normalize('NFKC')
    .slice(0, MAX_READ)
    .replace(/[’ʼ]/g, "'")
    .replace(/[‐‑‒–]/g, '-');
  return SHORT_FORMS.reduce((so, [form, word]) => so.replace(form, word), plain)
    .replace(/\s+/g, ' ')
    .trim();
}
