import { Versioned } from '../common/http/etag.js';
import type { Row } from '../database/table.js';
import type { EventEntity } from './event.entity.js';
import type { EventDto } from './events.dto.js';

/** An event as stored, with its version. */
export type StoredEvent = Row<EventEntity>;

/** An event for an answer, its version for the ETag beside it. */
export function toVersioned({ version, ...resource }: StoredEvent): Versioned<EventDto> {
  return new Versioned(resource as EventDto, version);
}
