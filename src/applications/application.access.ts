import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import type { StoredEvent } from '../events/events.service.js';
import { GigAccess } from '../gigs/gig.access.js';
import { ApplicationEntity } from './application.entity.js';

/** Everyone may apply but the gig's owner. */
@Injectable()
export class ApplyAccess implements AccessPolicy<StoredEvent> {
  constructor(private readonly gigs: GigAccess) {}

  find(gigId: string): Promise<StoredEvent | undefined> {
    return this.gigs.find(gigId);
  }

  maySee(): boolean {
    return true;
  }

  refusal(gig: StoredEvent, caller: Caller): ProblemCode | undefined {
    return gig.creatorId === caller.id ? 'OWN_GIG' : undefined;
  }
}

/** The gig's owner may see its applications, and each applicant their own: a stranger gets 403 (decisions.md, "Everywhere"). */
@Injectable()
export class PartyAccess implements AccessPolicy<StoredEvent> {
  constructor(
    private readonly gigs: GigAccess,
    @InjectRepository(ApplicationEntity) private readonly applications: Repository<ApplicationEntity>,
  ) {}

  find(gigId: string): Promise<StoredEvent | undefined> {
    return this.gigs.find(gigId);
  }

  maySee(): boolean {
    return true;
  }

  async refusal(gig: StoredEvent, caller: Caller): Promise<ProblemCode | undefined> {
    if (gig.creatorId === caller.id) return undefined;
    const hasApplied = await this.applications.existsBy({ gigId: gig.id, applicantId: caller.id });
    return hasApplied ? undefined : 'NOT_A_PARTY';
  }
}

/** An application beside its gig. */
export interface GigApplication {
  gig: StoredEvent;
  application: Row<ApplicationEntity>;
}

/** The gig's owner alone decides; an application of another gig is none of this one's. */
@Injectable()
export class DecisionAccess implements AccessPolicy<GigApplication> {
  constructor(
    private readonly gigs: GigAccess,
    @InjectRepository(ApplicationEntity) private readonly applications: Repository<ApplicationEntity>,
  ) {}

  async find(
    id: string,
    _caller: Caller,
    { gigId = '' }: Record<string, string>,
  ): Promise<GigApplication | undefined> {
    const gig = await this.gigs.find(gigId);
    if (!gig) return undefined;
    const application = await this.applications.findOneBy({ gigId: gig.id, id });
    return application && { gig, application };
  }

  maySee(): boolean {
    return true;
  }

  refusal({ gig }: GigApplication, caller: Caller): ProblemCode | undefined {
    return gig.creatorId === caller.id ? undefined : 'NOT_OWNER';
  }
}
