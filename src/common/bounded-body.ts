/**
 * Reads the whole of a body, up to a number of bytes.
 * @param tooLarge makes the error for a body that is larger
 * @throws that error, or the body's own
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop destroys the body, and with it the connection.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
