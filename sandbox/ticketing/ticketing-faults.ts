import type { FaultType } from '../fault-type.js';
import { type Exchange, send } from '../reply.js';
import { quotaViolation, spikeArrest } from './ticketing-errors.js';

/** How the ticketing feed's gateway refuses a request that is in order. */
export const TICKETING_FAULTS = {
  quota: {
    of: 'ticketing',
    about: 'Answers 429 as the ticketing feed does over its quota of the day, with the key.',
    options: {},
    play: (exchange) => send(exchange, quotaViolation(keyOf(exchange))),
  },
  'spike-arrest': {
    of: 'ticketing',
    about: 'Answers 429 as the ticketing feed does to clients that ask too fast.',
    options: {},
    play: (exchange) => send(exchange, spikeArrest()),
  },
} as const satisfies Record<string, FaultType>;

function keyOf({ request, url }: Exchange): string | null {
  return new URL(request.url ?? '/', url).searchParams.get('apikey');
}
