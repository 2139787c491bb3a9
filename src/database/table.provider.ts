import { Inject } from '@nestjs/common';
import { Database } from './database.js';
import { Repository } from './repository.js';

type EntityClass = new () => object;

const tokenOf = (entity: EntityClass) => `${entity.name}Table`;

export const InjectTable = (entity: EntityClass) => Inject(tokenOf(entity));

export const tableProviders = (entities: EntityClass[]) =>
  entities.map((entity) => ({
    provide: tokenOf(entity),
    inject: [Database],
    useFactory: (database: Database) => new Repository(database, entity),
  }));
