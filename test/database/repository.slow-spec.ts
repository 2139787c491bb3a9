import { In, Like } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CollectionEntity } from '../../src/collections/collection.entity.js';
import { Database } from '../../src/database/database.js';
import { Repository } from '../../src/database/repository.js';
import { UserEntity } from '../../src/users/user.entity.js';
import { type InsideApp, startInside } from '../support/inside.js';

describe('a repository', () => {
  let service: InsideApp;
  let users: Repository<UserEntity>;
  let collections: Repository<CollectionEntity>;

  beforeAll(async () => {
    service = await startInside();
    users = service.app.get('UserEntityTable', { strict: false });
    collections = service.app.get('CollectionEntityTable', { strict: false });
  });
  afterAll(() => service.close());

  const collection = (changes: object = {}) => ({ id: uuidv7(), ownerId: 'alice', name: 'Jazz', ...changes });

  it('answers a row as it is stored, with the defaults of what was left out', async () => {
    const row = collection({ description: undefined });
    const stored = await collections.insert(row);
    expect(stored).toEqual({
      ...row,
      description: null,
      visibility: 'PRIVATE',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: stored.createdAt,
    });
    expect(await collections.findOneBy({ id: row.id })).toEqual(stored);
    expect(await collections.findOneBy({ id: row.id.toUpperCase() })).toEqual(stored);
  });

  it('loses no property of a row whose batch begins with one that lacks it', async () => {
    const insert = collections.batchedInsert();
    const rows = [
      collection(),
      collection({ description: 'Loud', visibility: 'PUBLIC' }),
      collection({ visibility: 'PUBLIC' }),
      collection({ description: 'Quiet' }),
    ];
    const stored = await Promise.all(rows.map(insert));
    expect(stored.map((row) => [row!.id, row!.description, row!.visibility])).toEqual([
      [rows[0]!.id, null, 'PRIVATE'],
      [rows[1]!.id, 'Loud', 'PUBLIC'],
      [rows[2]!.id, null, 'PUBLIC'],
      [rows[3]!.id, 'Quiet', 'PRIVATE'],
    ]);
  });

  it('lets a bad row of a batch harm no other', async () => {
    const insert = collections.batchedInsert();
    const [good, bad] = await Promise.allSettled([
      insert(collection()),
      insert(collection({ visibility: 'SECRET' })),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { name: 'Jazz' } });
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
  });

  it('leaves a row alone that stands in the way, or changes it', async () => {
    const user = { id: uuidv7(), name: 'First' };
    const again = { ...user, name: 'Second' };
    await users.insert(user);
    expect(await users.insert(again, { onConflict: { on: ['id'] } })).toBeUndefined();
    const set = 'name = t.name || excluded.name';
    const where = `t.name <> 'First'`;
    expect(await users.insert(again, { onConflict: { on: ['id'], set, where } })).toBeUndefined();
    expect(await users.insert(again, { onConflict: { on: ['id'], set } })).toMatchObject({
      name: 'FirstSecond',
    });
  });

  it('finds nothing by an id that no row can have', async () => {
    await collections.insert(collection());
    expect(await collections.findOneBy({ id: 'no-uuid' })).toBeUndefined();
    expect(await collections.findBy({ id: 'no-uuid', ownerId: 'alice' })).toEqual([]);
    expect(await collections.findBy({ id: In([]) })).toEqual([]);
    expect(await collections.update({ id: 'no-uuid' }, { name: 'Folk' })).toEqual([]);
    expect(await collections.delete({ id: 'no-uuid' })).toBe(0);
    for (const id of ['a\0', '\ud800']) expect(await users.findOneBy({ id })).toBeUndefined();
  });

  it('refuses criteria that would mean something else than they look like', async () => {
    const bad = [{ id: undefined }, { name: null }, { colour: 'red' }, { name: Like('x') }];
    for (const criteria of bad) {
      await expect(collections.delete(criteria as object)).rejects.toThrow(/criteri|no column/);
      await expect(collections.findOneBy(criteria as object)).rejects.toThrow(/criteri|no column/);
    }
  });

  it('neither changes nor removes a whole table', async () => {
    await expect(collections.update({}, { name: 'Folk' })).rejects.toThrow('no criteria');
    await expect(collections.delete({})).rejects.toThrow('no criteria');
  });

  it('changes what is named, and notes when', async () => {
    const { id, updatedAt } = await collections.insert(collection({ description: 'Loud' }));
    const [changed] = await collections.update(
      { id, name: 'Jazz' },
      { name: 'Folk', description: undefined },
    );
    expect(changed).toMatchObject({ id, name: 'Folk', description: 'Loud' });
    expect(changed!.updatedAt >= updatedAt).toBe(true);
    expect(await collections.update({ id, name: 'Jazz' }, { name: 'Rock' })).toEqual([]);
    const [upper] = await collections.update({ id }, { name: () => 'upper(t.name)' });
    expect(upper).toMatchObject({ name: 'FOLK' });
  });

  it('reads on after a row, and selects what is asked for', async () => {
    const ownerId = uuidv7();
    const rows = [1, 2, 3].map(() => collection({ ownerId }));
    for (const row of rows) await collections.insert(row);
    const order = { createdAt: 'DESC', id: 'DESC' } as const;
    const [last, before] = await collections.findBy({ ownerId }, { order, take: 2 });
    expect([last!.id, before!.id]).toEqual([rows[2]!.id, rows[1]!.id]);
    expect(await collections.findBy({ ownerId }, { order, after: before!, select: ['id'] })).toEqual([
      { id: rows[0]!.id },
    ]);
    expect(await collections.countBy({ ownerId })).toBe(3);
  });

  it('asks once for the rows that are looked for by id in one turn, and reads its own writes in a transaction', async () => {
    const { id } = await collections.insert(collection());
    const found = await Promise.all([id, uuidv7(), id].map((each) => collections.findOneBy({ id: each })));
    expect(found.map((row) => row?.id)).toEqual([id, undefined, id]);
    await service.app.get(Database).transaction(async (transaction) => {
      await collections.update({ id }, { name: 'Rock' }, { transaction });
      expect(await collections.findOneBy({ id })).toMatchObject({ name: 'Jazz' });
      expect(await collections.findOneBy({ id }, { transaction })).toMatchObject({ name: 'Rock' });
    });
  });
});
