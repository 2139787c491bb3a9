import { readFileSync } from 'node:fs';

/**
 * Reads a JSON file that lies beside a module; the build copies it.
 * @param module the module's `import.meta.url`
 */
export function readJson<Content>(name: string, module: string): Content {
  return JSON.parse(readFileSync(new URL(name, module), 'utf8'));
}
