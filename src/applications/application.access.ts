import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import type { StoredEvent } from '../events/stored-event.js';
import { GigAccess } from '../gigs/gig.access.js';
import type { ApplicationRow } from './applications.dto.js';
import { ApplicationsService } from './applications.service.js';

/** Everyone may apply but the gig's owner. */
@Injectable()
export class ApplyAccess implements AccessPolicy<StoredEvent> {
  constructor(private readonly gigs: GigAccess) {}

  find(gigId: string): Promise<StoredEvent | undefined> {
    return this.gigs.find(gigId);
  }

  refusal(gig: StoredEvent, caller: Caller): ProblemCode | undefined {
    return gig.creatorId === caller.id ? 'OWN_GIG' : undefined;
  }
}

/** The gig's owner sees its applications, and an applicant their own. Others get 403 (rules.md, "Everywhere"). */
@Injectable()
export class PartyAccess implements AccessPolicy<StoredEvent> {
  constructor(
    private readonly gigs: GigAccess,
    private readonly applications: ApplicationsService,
  ) {}

  find(gigId: string): Promise<StoredEvent | undefined> {
    return this.gigs.find(gigId);
  }

  async refusal(gig: StoredEvent, caller: Caller): Promise<ProblemCode | undefined> {
    if (gig.creatorId === caller.id) return undefined;
    return (await this.applications.findOf(gig.id, caller.id)) ? undefined : 'NOT_A_PARTY';
  }
}

/** What a path names: a gig, and an application to it where there is one. */
interface Named {
  gig: StoredEvent;
  application: ApplicationRow | undefined;
}

/** The gig's owner and the applicant read an application. That of another gig is not found under this one. */
@Injectable()
export class ReadAccess implements AccessPolicy<Named> {
  constructor(
    private readonly gigs: GigAccess,
    private readonly applications: ApplicationsService,
  ) {}

  async find(id: string, _: Caller, { gigId = '' }: Record<string, string>): Promise<Named | undefined> {
    const [gig, application] = await Promise.all([this.gigs.find(gigId), this.applications.find(gigId, id)]);
    return gig && { gig, application };
  }

  maySee({ application }: Named, _caller: Caller): boolean {
    return application !== undefined;
  }

  refusal({ gig, application }: Named, { id }: Caller): ProblemCode | undefined {
    return [gig.creatorId, application?.applicantId].includes(id) ? undefined : 'NOT_A_PARTY';
  }
}

/** The gig's owner alone decides. Others are refused whether there is such an application or not. */
@Injectable()
export class DecisionAccess extends ReadAccess {
  override maySee(named: Named, caller: Caller): boolean {
    return named.gig.creatorId !== caller.id || super.maySee(named, caller);
  }

  override refusal({ gig }: Named, caller: Caller): ProblemCode | undefined {
    return gig.creatorId === caller.id ? undefined : 'NOT_OWNER';
  }
}

/** The applicant alone withdraws. */
@Injectable()
export class WithdrawalAccess extends ReadAccess {
  override refusal({ application }: Named, caller: Caller): ProblemCode | undefined {
    return application?.applicantId === caller.id ? undefined : 'NOT_APPLICANT';
  }
}
