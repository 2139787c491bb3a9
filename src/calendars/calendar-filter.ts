import { parseQuery } from '../common/http/query-string.js';
import { Problem } from '../common/problem.js';
import { readRequest } from '../common/validation/strict-input.pipe.js';
import { ListEventsQuery } from '../events/list/events-query.dto.js';

/** Which part of a list is answered, and how it is shown. A calendar is one text of its own form. */
const OF_ANSWERS = ['limit', 'offset', 'cursor', 'ids', 'view', 'include'];

/** Reads the query of a list of events. @throws Problem VALIDATION_FAILED as the list itself does */
export async function readFilter(filter: string): Promise<ListEventsQuery> {
  const parameters = parseQuery(filter);
  const refused = OF_ANSWERS.filter((name) => name in parameters);
  if (refused.length > 0)
    throw Problem.invalid(
      ...refused.map((pointer) => ({ pointer, detail: 'is not a filter; leave it out' })),
    );
  return readRequest(ListEventsQuery, 'query', parameters);
}

/** What a list says of its parameters, said of the body's member that holds them. Any other error stays as it is. */
export function atFilter(error: unknown): unknown {
  if (!(error instanceof Problem && error.errors)) return error;
  const faults = error.errors.map(({ pointer, detail }) => ({
    pointer: '/filter',
    detail: `${pointer} ${detail}`,
  }));
  return Problem.invalid(...faults);
}
