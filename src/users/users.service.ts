import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { In } from 'typeorm';
import type { Caller } from '../common/access.js';
import { linkOf } from '../common/link.js';
import { Problem } from '../common/problem.js';
import type { Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { UserEntity } from './user.entity.js';
import type { ProfileDto, UpdateProfileDto } from './users.dto.js';

/** How many users an instance remembers to have stored. */
const KNOWN_USERS = 50_000;
/** The part of a profile that only its user sees. */
const OWN: (keyof UserEntity)[] = ['email', 'createdAt', 'updatedAt'];

@Injectable()
export class UsersService {
  private readonly known = new LRUCache<string, true>({ max: KNOWN_USERS });

  constructor(@InjectRepository(UserEntity) private readonly users: Repository<UserEntity>) {}

  /** Whether this instance knows that the user is stored. */
  knows(caller: Caller): boolean {
    return this.known.has(caller.id);
  }

  /** Stores a user the first time they are seen; what the token says seeds the profile (decisions.md, "Signing in"). */
  async remember({ id, name, picture, email }: Caller): Promise<void> {
    const user = { id, name, avatarUrl: linkOf(picture) ?? null, email };
    await this.users.insert(user, { onConflict: { on: ['id'] }, select: [] });
    this.known.set(id, true);
  }

  /** The caller's own profile, with what only they see. */
  async own(caller: Caller): Promise<Row<UserEntity>> {
    const user = await this.users.findOneBy({ id: caller.id }, { addSelect: OWN });
    if (user) return user;
    await this.remember(caller); // stored once, and removed since
    return this.own(caller);
  }

  /** A person's public profile. @throws Problem NOT_FOUND */
  async profile(id: string): Promise<ProfileDto> {
    const user = await this.find(id);
    if (!user) throw new Problem('NOT_FOUND');
    return user;
  }

  /** A person's public profile, or undefined. */
  find(id: string): Promise<ProfileDto | undefined> {
    return this.users.findOneBy({ id });
  }

  /** Public profiles by their ids; a person who is not stored is left out. */
  async profiles(ids: string[]): Promise<Map<string, ProfileDto>> {
    const profiles = await this.users.findBy({ id: In(ids) });
    return new Map(profiles.map((profile) => [profile.id, profile]));
  }

  /** Changes what was sent of the caller's own profile. */
  async update(caller: Caller, changes: UpdateProfileDto): Promise<Row<UserEntity>> {
    const user = await this.own(caller);
    if (Object.keys(changes).length === 0) return user;
    const [updated] = await this.users.update({ id: caller.id }, changes, { addSelect: OWN });
    return updated ?? user;
  }

  /** Lets the user's transactions that call this go one after the other, so that what they count holds. */
  async lock(id: string, transaction: Transaction): Promise<void> {
    await this.users.findOneBy({ id }, { select: ['id'], lock: 'pessimistic_write', transaction });
  }
}
