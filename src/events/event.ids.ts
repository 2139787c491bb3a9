import { MAX_LIMIT, type Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { toPage } from '../database/page.js';
import type { Repository } from '../database/repository.js';
import type { Property } from '../database/table.js';
import type { EventEntity, EventType } from './event.entity.js';
import type { EventDto } from './events.dto.js';

/** What is asked for beside the events of some ids. */
interface Asked {
  /** Others are left out. */
  type?: EventType;
  omit?: Property<EventEntity>[];
  /** The other parameters of the query; there may be none. */
  others: object;
}

/**
 * The events of these ids, in their order, each once; one that is unknown is left out.
 * @throws Problem VALIDATION_FAILED where there are other parameters
 */
export async function pageOfIds(
  events: Repository<EventEntity>,
  ids: string[],
  { type, omit, others }: Asked,
): Promise<Page<EventDto>> {
  const names = Object.keys(others);
  if (names.length > 0)
    throw Problem.invalid({ pointer: 'ids', detail: `cannot be combined with ${names.join(', ')}` });
  const rows: (EventDto | undefined)[] = await Promise.all(
    ids.map((id) => events.findOneBy({ id }, { omit })),
  );
  const found = new Map<string, EventDto>();
  for (const event of rows) if (event && (type ?? event.type) === event.type) found.set(event.id, event);
  return toPage([...found.values()], found.size, MAX_LIMIT, 0, null);
}
