/** The hash FNV-1a of a text's UTF-16 code units: 32 bits, as a signed number. It is quick, and no secret. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
