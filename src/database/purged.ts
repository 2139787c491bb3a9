import { Reflector } from '@nestjs/core';

/**
 * Marks an entity whose expired rows the purge deletes (operating.md, "Jobs"), with one or more conditions: SQL
 * of the expired rows. An index begins with the column that it compares.
 */
export const Purged = Reflector.createDecorator<string | string[]>();
