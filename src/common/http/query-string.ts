import { parse } from 'node:querystring';

/** Parses a query string. An empty parameter counts as absent; a repeated one is an array. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query = parse(text, '&', '=', { maxKeys: 0, decodeURIComponent: decoded });
  for (const [name, sent] of Object.entries(query)) {
    const [value, ...more] = [sent ?? []].flat().filter(Boolean);
    if (value === undefined) delete query[name];
    else query[name] = more.length > 0 ? [value, ...more] : value;
  }
  return query as Record<string, string | string[]>;
}

/** The router cannot return an error here, so undecodable text becomes what validation refuses. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\uD800';
  }
}
