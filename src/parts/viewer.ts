import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { Database } from '../database/database.js';
import type { PartedEvent } from './parted-event.js';
import type { ViewerApplicationDto, ViewerDto } from './parts.dto.js';

/** Something that the caller has to do with an event; what its kind does not have is null. */
interface Tie extends ViewerApplicationDto {
  eventId: string;
  kind: 'SAVE' | 'BOOKMARK' | 'APPLICATION' | 'COLLECTION';
}

/** `$1`: the ids of events; `$2`: the caller. Each part is found by the keys of both. */
const TIES = `
  SELECT event_id AS "eventId", action AS kind, NULL::uuid AS id, NULL AS status, NULL::timestamptz AS "withdrawnAt"
  FROM interactions WHERE event_id = ANY($1) AND user_id = $2 AND action IN ('SAVE', 'BOOKMARK')
  UNION ALL
  SELECT gig_id, 'APPLICATION', id, status, withdrawn_at
  FROM applications WHERE gig_id = ANY($1) AND applicant_id = $2
  UNION ALL
  SELECT i.event_id, 'COLLECTION', c.id, NULL, NULL
  FROM collections c JOIN collection_items i ON i.collection_id = c.id AND i.event_id = ANY($1) WHERE c.owner_id = $2
  ORDER BY id`;

/** What the caller has to do with events. */
@Injectable()
export class Viewer {
  constructor(private readonly database: Database) {}

  async of(events: PartedEvent[], caller: Caller): Promise<(event: PartedEvent) => ViewerDto> {
    const ids = events.map(({ id }) => id);
    const byEvent = new Map<string, Tie[]>(ids.map((id) => [id, []]));
    for (const tie of await this.database.query<Tie>({
      text: TIES,
      values: [ids, caller.id],
      isPrepared: true,
    }))
      byEvent.get(tie.eventId)?.push(tie);
    return ({ id, creatorId }) => toViewerDto(creatorId === caller.id, byEvent.get(id) ?? []);
  }
}

function toViewerDto(isOwner: boolean, ties: Tie[]): ViewerDto {
  const viewer: ViewerDto = {
    isOwner,
    saved: false,
    bookmarked: false,
    application: null,
    collectionIds: [],
  };
  for (const { kind, id, status, withdrawnAt } of ties) {
    if (kind === 'SAVE') viewer.saved = true;
    else if (kind === 'BOOKMARK') viewer.bookmarked = true;
    else if (kind === 'APPLICATION') viewer.application = { id, status, withdrawnAt };
    else viewer.collectionIds.push(id);
  }
  return viewer;
}
