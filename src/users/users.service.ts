import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { In } from 'typeorm';
import type { Caller } from '../common/access.js';
import { linkOf } from '../common/link.js';
import { Problem } from '../common/problem.js';
import { gathering } from '../database/data-loader.js';
import type { Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { UserEntity } from './user.entity.js';
import type { ProfileDto, UpdateProfileDto } from './users.dto.js';

/** How many users an instance remembers to have stored. */
const KNOWN_USERS = 50_000;
/** The part of a profile that only its user sees. */
const OWN: (keyof UserEntity)[] = ['email', 'createdAt', 'updatedAt'];

@Injectable()
export class UsersService {
  private readonly known = new LRUCache<string, true>({ max: KNOWN_USERS });

  constructor(@InjectTable(UserEntity) private readonly users: Repository<UserEntity>) {}

  /**
   * Stores a user with the first thing that they write; what the token says seeds the profile (decisions.md, "Signing in").
   * @param transaction that writes it, where there is one
   */
  async remember(caller: Caller, transaction?: Transaction): Promise<void> {
    if (this.known.has(caller.id)) return;
    const { id, name, avatarUrl, email } = seedOf(caller);
    await this.users.insert(
      { id, name, avatarUrl, email },
      { onConflict: { on: ['id'] }, select: [], transaction },
    );
    if (!transaction) this.known.set(caller.id, true);
  }

  /** The caller's own profile, with what only they see. Until they write something it is what their token says. */
  async own(caller: Caller): Promise<Row<UserEntity>> {
    return (await this.users.findOneBy({ id: caller.id }, { addSelect: OWN })) ?? seedOf(caller);
  }

  /** A person's public profile. @throws Problem NOT_FOUND for who has written nothing yet, but to themselves */
  async profile(id: string, caller: Caller): Promise<ProfileDto> {
    const profile = id === caller.id ? await this.ownPublic(caller) : await this.find(id);
    if (!profile) throw new Problem('NOT_FOUND');
    return profile;
  }

  /** The caller's profile as others see it, or will. */
  async ownPublic(caller: Caller): Promise<ProfileDto> {
    const stored = await this.find(caller.id);
    if (stored) this.known.set(caller.id, true);
    const { id, name, avatarUrl, headline, bio } = stored ?? seedOf(caller);
    return { id, name, avatarUrl, headline, bio };
  }

  /** A person's public profile, or undefined. */
  find(id: string): Promise<ProfileDto | undefined> {
    return this.users.findOneBy({ id });
  }

  /** Public profiles by their ids; a person who is not stored is left out. */
  readonly profiles = gathering(async (ids: readonly string[][]): Promise<Map<string, ProfileDto>> => {
    const profiles = await this.users.findBy({ id: In([...new Set(ids.flat())]) });
    return new Map(profiles.map((profile) => [profile.id, profile]));
  });

  /** Changes what was sent of the caller's own profile. */
  async update(caller: Caller, changes: UpdateProfileDto): Promise<Row<UserEntity>> {
    if (Object.keys(changes).length === 0) return this.own(caller);
    await this.remember(caller);
    const [updated] = await this.users.update({ id: caller.id }, changes, { addSelect: OWN });
    if (updated) return updated;
    this.known.delete(caller.id); // stored once, and removed since
    return this.update(caller, changes);
  }

  /** Holds the caller's row until the transaction ends. What a user may have so many of is counted under this lock. */
  async lock(caller: Caller, transaction: Transaction): Promise<void> {
    await this.remember(caller, transaction);
    await this.users.findOneBy({ id: caller.id }, { select: ['id'], lock: 'pessimistic_write', transaction });
  }
}

/** The profile that a token's claims make. */
function seedOf({ id, name, picture, email }: Caller): Row<UserEntity> {
  const now = new Date().toISOString();
  const avatarUrl = linkOf(picture) ?? null;
  return { id, name, avatarUrl, headline: null, bio: null, email, createdAt: now, updatedAt: now };
}
