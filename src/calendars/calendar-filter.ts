import { parseQuery } from '../common/http/query-string.js';
import { Problem } from '../common/problem.js';
import { StrictInputPipe } from '../common/validation/strict-input.pipe.js';
import { ListEventsQuery } from '../events/events.query.js';

/** What turns the pages of a list. A calendar has none. */
const PAGING = ['limit', 'offset', 'cursor'];

const pipe = new StrictInputPipe();

/** Reads the query of a list of events. @throws Problem VALIDATION_FAILED as the list itself does */
export function readFilter(filter: string): ListEventsQuery {
  const parameters = parseQuery(filter);
  const paging = PAGING.filter((name) => name in parameters);
  if (paging.length > 0)
    throw Problem.invalid(
      ...paging.map((pointer) => ({ pointer, detail: 'is for pages, which a calendar has not' })),
    );
  return pipe.transform(parameters, { type: 'query', metatype: ListEventsQuery }) as ListEventsQuery;
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
