import { readFileSync } from 'node:fs';

/**
 * Reads a JSON file that lies beside a module; the build copies it.
 * @param module the module's `import.meta.url`
 * @param read what to make of each value
 */
export function readJson<Content>(
  name: string,
  module: string,
  read?: (key: string, value: unknown) => unknown,
): Content {
  return JSON.parse(readFileSync(new URL(name, module), 'utf8'), read);
}
