import { Reflector } from '@nestjs/core';

/**
 * Marks an entity whose expired rows the purge deletes (operating.md, "Jobs"), with SQL of one or more
 * conditions. An index begins with the column that a condition compares.
 */
export const Purged = Reflector.createDecorator<string | string[]>();
