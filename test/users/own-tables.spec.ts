import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Column, DataSource, Entity, getMetadataArgsStorage, PrimaryColumn } from 'typeorm';
import { entities } from '../../ormconfig.js';
import { CreationCountEntity } from '../../src/users/creations.js';
import { OwnData, OwnTable } from '../../src/users/own-data.js';
import { UserId, userIdsOf } from '../../src/users/user.entity.js';

/** Text columns whose names end like those with ids of users. */
const OTHER_IDS = ['EventEntity.externalId', 'NotificationEntity.referenceId', 'TakedownEntity.externalId'];

@Entity('reviews')
class ReviewEntity {
  @PrimaryColumn('uuid')
  id: string;

  @UserId()
  @Column('text', { name: 'creator_id' })
  creatorId: string;

  @UserId({ exemption: 'The creator of the event.' })
  @Column('text', { name: 'owner_id' })
  ownerId: string;
}

/** Starts a service whose only table besides the counts of creations is `reviews`. */
async function start(owner?: 'creatorId' | 'ownerId'): Promise<void> {
  class Reviews {
    @OwnTable({ name: 'events', order: 1 })
    own(): OwnTable<ReviewEntity> {
      return { entity: ReviewEntity, owner: owner! };
    }
  }
  const entities = [CreationCountEntity, ReviewEntity];
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [
      OwnData,
      ...(owner ? [Reviews] : []),
      { provide: DataSource, useValue: new DataSource({ type: 'postgres', entities }) },
    ],
  })
    .useMocker(() => ({}))
    .compile();
  await module.init();
}

describe("a column with users' ids", () => {
  const refusal = 'ReviewEntity.creatorId has @UserId(): it needs an @OwnTable or an exemption.';

  it('fails the start without a table of own data', async () => {
    await expect(start()).rejects.toThrow(refusal);
  });

  it('fails the start with the table of another column', async () => {
    await expect(start('ownerId')).rejects.toThrow(refusal);
  });

  it('starts with its table, and without one where it is exempt', async () => {
    await expect(start('creatorId')).resolves.toBeUndefined();
  });

  it('is declared with @UserId() in every entity', () => {
    const undeclared = getMetadataArgsStorage()
      .columns.filter(({ target }) => (entities as unknown[]).includes(target))
      .filter(({ options: { type, name } }) => type === 'text' && name?.endsWith('_id'))
      .filter(({ target, propertyName }) => !(propertyName in userIdsOf(target as object)))
      .map(({ target, propertyName }) => `${(target as { name: string }).name}.${propertyName}`);
    expect(undeclared.sort()).toEqual(OTHER_IDS);
  });
});
