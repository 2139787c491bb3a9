import { parse } from 'node:querystring';

/**
 * Reads a query string. A parameter that is empty counts as not sent, and one that is given more than once is an array.
 * The router cannot answer an error here, so what does not decode becomes a lone surrogate, which validation refuses.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  const sent = parse(text, '&', '=', { maxKeys: 0, decodeURIComponent: decoded });
  for (const [name, value] of Object.entries(sent)) {
    const values = [value ?? []].flat().filter(Boolean);
    if (values.length > 0) query[name] = values.length > 1 ? values : values[0]!;
  }
  return query;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\uD800';
  }
}
