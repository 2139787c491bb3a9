import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Body, Controller, Get, Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { apiPropertyOf, declaresQuery } from '../src/common/nest.internals.js';
import { transformsOf, typeOf } from '../src/common/validation/class-transformer.internals.js';

// A library promises nothing about these parts. Where a test fails after an upgrade, read in the library's sources where
// the part is now, and change the one file that the test names. Nothing else reaches for it.

class Dto {
  @ApiProperty({ description: 'When.', example: 7 })
  @Transform(({ value }) => value * 2)
  @Type(() => Date)
  when: Date;
}

@Controller()
class Routes {
  @Get()
  list(@Query() query: object, @Body() body: object): unknown {
    return { query, body };
  }

  @Get()
  get(@Body() body: object): unknown {
    return body;
  }
}

describe('the private parts of libraries', () => {
  it('are reached in the files *.internals.ts alone', () => {
    const reach =
      /\._[a-z]\w+\b(?<!\._embedded)|readyForQuery|secretKey|\.connection\.stream|ROUTE_ARGS|DECORATORS|from '(?:@nestjs|pg|class-\w+)(?:\/[\w-]+)?\/[\w-/]+\.js'|class-transformer\/cjs|['"]swagger\//;
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.internals|\.spec)\.ts$/.test(file),
    );
    expect(files.filter((file) => reach.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
  });

  describe('of Nest and its modules (src/common/nest.internals.ts)', () => {
    it('say which methods have a query', () => {
      expect(declaresQuery(Routes, 'list')).toBe(true);
      expect(declaresQuery(Routes, 'get')).toBe(false);
    });

    it('say how a member is documented', () => {
      expect(apiPropertyOf(Dto, 'when')).toMatchObject({ description: 'When.', example: 7 });
    });
  });

  it('of class-transformer say what is declared (src/common/validation/class-transformer.internals.ts)', () => {
    expect(transformsOf(Dto, 'when').map((transform) => transform(4, {}))).toEqual([8]);
    expect(typeOf(Dto, 'when')).toEqual({ type: Date, isList: false });
    expect(typeOf(Dto, 'other')).toBeUndefined();
  });
});
