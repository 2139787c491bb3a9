import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

describe('the private parts of libraries', () => {
  it('are reached nowhere', () => {
    const reach =
      /\._[a-z]\w+\b(?<!\._embedded)|readyForQuery|secretKey|\.connection\.stream|ROUTE_ARGS|DECORATORS|from '(?:@nestjs\/[\w-]+|typeorm|pg|fastify|class-\w+)\/[^']+'|class-transformer\/cjs|['"]swagger\//;
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.spec)\.ts$/.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    const imported = ['@nestjs/swagger/dist/type-helpers.js', 'typeorm/driver/types/ColumnTypes.js'];
    for (const text of ['reply._raw', ...imported.map((path) => `import type { X } from '${path}'`)])
      expect(text).toMatch(reach);
    expect(files.filter((file) => reach.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
  });
});
