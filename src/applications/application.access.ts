import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import type { StoredEvent } from '../events/stored-event.js';
import { GigAccess } from '../gigs/gig.access.js';
import type { ApplicationRow } from './applications.dto.js';
import { ApplicationsService, type GigApplication } from './applications.service.js';

/** Any user except the owner of the gig may apply. */
@Injectable()
export class ApplyAccess extends GigAccess {
  override refusal(gig: StoredEvent, caller: Caller): ProblemCode | undefined {
    return gig.creatorId === caller.id ? 'OWN_GIG' : undefined;
  }
}

/**
 * The owner of a gig sees all of its applications, an applicant only their own. Others get 403 (rules.md,
 * "Everywhere").
 */
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

/** The resource of a path: a gig, and its application if it exists. */
type PathResource = Pick<GigApplication, 'gig'> & { application: ApplicationRow | null };

/**
 * The owner of the gig and the applicant may read an application. An id of an application to another gig is
 * unknown here.
 */
@Injectable()
export class ReadAccess implements AccessPolicy<PathResource> {
  constructor(
    private readonly gigs: GigAccess,
    private readonly applications: ApplicationsService,
  ) {}

  async find(
    id: string,
    _: Caller,
    { gigId = '' }: Record<string, string>,
  ): Promise<PathResource | undefined> {
    const [gig, application] = await Promise.all([this.gigs.find(gigId), this.applications.find(gigId, id)]);
    return gig && { gig, application };
  }

  maySee({ application }: PathResource, _caller: Caller): boolean {
    return application !== null;
  }

  refusal({ gig, application }: PathResource, { id }: Caller): ProblemCode | undefined {
    return [gig.creatorId, application?.applicantId].includes(id) ? undefined : 'NOT_A_PARTY';
  }
}

/** Only the owner of the gig may decide. Others get 403 whether or not the application exists. */
@Injectable()
export class DecisionAccess extends ReadAccess {
  override maySee(resource: PathResource, caller: Caller): boolean {
    return resource.gig.creatorId !== caller.id || super.maySee(resource, caller);
  }

  override refusal({ gig }: PathResource, caller: Caller): ProblemCode | undefined {
    return gig.creatorId === caller.id ? undefined : 'NOT_OWNER';
  }
}

/** Only the applicant may withdraw. */
@Injectable()
export class WithdrawalAccess extends ReadAccess {
  override refusal({ application }: PathResource, caller: Caller): ProblemCode | undefined {
    return application?.applicantId === caller.id ? undefined : 'NOT_APPLICANT';
  }
}
