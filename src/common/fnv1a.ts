/** The 32-bit FNV-1a hash of a text's UTF-16 code units, as a signed integer. Fast, not cryptographic. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
