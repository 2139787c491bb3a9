import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REACHES = [
  /\._[a-z]\w+\b(?<!\._embedded)|readyForQuery|secretKey|\.connection\.stream|ROUTE_ARGS|DECORATORS/,
  // A file inside a package, by an import of values or of types.
  /\b(?:from|import\()\s*'(?:@[\w-]+\/)?[\w-][\w.-]*\/[^']+'/,
];
const reaches = (text: string) => REACHES.some((reach) => reach.test(text));

describe('the internals of libraries', () => {
  it.each([
    'reply._raw',
    `import { X } from '@nestjs/swagger/dist/type-helpers.js';`,
    `import type { X } from 'typeorm/driver/types/ColumnTypes.js';`,
    `export type Y = import('pg-pool/lib/index.js').X;`,
    `await import('class-transformer/cjs/storage.js')`,
  ])('are recognized in %s', (text) => {
    expect(reaches(text)).toBe(true);
  });

  it.each([
    `import { Module } from '@nestjs/common';`,
    `import { setTimeout } from 'node:timers/promises';`,
    `import { Problem } from '../problem.js';`,
    `import pg from 'pg';`,
  ])('are not suspected in %s', (text) => {
    expect(reaches(text)).toBe(false);
  });

  it('are used nowhere in src', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.spec)\.ts$/.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => reaches(readFileSync(join('src', file), 'utf8')))).toEqual([]);
  });
});
