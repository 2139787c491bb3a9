import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import type { EventOutline } from '../events/events.service.js';
import { GigOutlines } from '../gigs/gig.access.js';
import { ApplicationEntity } from './application.entity.js';

/** Everyone may apply but the gig's owner. */
@Injectable()
export class ApplyAccess implements AccessPolicy<EventOutline> {
  constructor(private readonly gigs: GigOutlines) {}

  find(gigId: string): Promise<EventOutline | undefined> {
    return this.gigs.find(gigId);
  }

  maySee(): boolean {
    return true;
  }

  refusal(gig: EventOutline, caller: Caller): ProblemCode | undefined {
    return gig.creatorId === caller.id ? 'OWN_GIG' : undefined;
  }
}

/** The gig's owner sees its applications, and an applicant their own. Others get 403 (decisions.md, "Everywhere"). */
@Injectable()
export class PartyAccess implements AccessPolicy<EventOutline> {
  constructor(
    private readonly gigs: GigOutlines,
    @InjectTable(ApplicationEntity) private readonly applications: Repository<ApplicationEntity>,
  ) {}

  find(gigId: string): Promise<EventOutline | undefined> {
    return this.gigs.find(gigId);
  }

  maySee(): boolean {
    return true;
  }

  async refusal(gig: EventOutline, caller: Caller): Promise<ProblemCode | undefined> {
    if (gig.creatorId === caller.id) return undefined;
    const criteria = { gigId: gig.id, applicantId: caller.id };
    const own = await this.applications.findOneBy(criteria, { select: ['id'] });
    return own ? undefined : 'NOT_A_PARTY';
  }
}

/** An application beside its gig. */
export interface GigApplication {
  gig: EventOutline;
  application: Row<ApplicationEntity>;
}

/** The application of the path. That of another gig is not found under this one. */
@Injectable()
abstract class ApplicationAccess implements AccessPolicy<GigApplication> {
  constructor(
    private readonly gigs: GigOutlines,
    @InjectTable(ApplicationEntity) private readonly applications: Repository<ApplicationEntity>,
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

  abstract refusal(found: GigApplication, caller: Caller): ProblemCode | undefined;
}

/** The gig's owner and the applicant read it. */
@Injectable()
export class ReadAccess extends ApplicationAccess {
  refusal({ gig, application }: GigApplication, caller: Caller): ProblemCode | undefined {
    return [gig.creatorId, application.applicantId].includes(caller.id) ? undefined : 'NOT_A_PARTY';
  }
}

/** The gig's owner alone decides. */
@Injectable()
export class DecisionAccess extends ApplicationAccess {
  refusal({ gig }: GigApplication, caller: Caller): ProblemCode | undefined {
    return gig.creatorId === caller.id ? undefined : 'NOT_OWNER';
  }
}

/** The applicant alone withdraws. */
@Injectable()
export class WithdrawalAccess extends ApplicationAccess {
  refusal({ application }: GigApplication, caller: Caller): ProblemCode | undefined {
    return application.applicantId === caller.id ? undefined : 'NOT_APPLICANT';
  }
}
