import { createHash } from 'node:crypto';
import { REVISION } from './calendar-head.js';
import { EXAMPLE_ICALENDAR, EXAMPLE_RSS } from './examples.js';

describe('what is written of the same events', () => {
  it('is the same, or REVISION has counted up: then the new hash belongs here', () => {
    const written = (EXAMPLE_ICALENDAR + EXAMPLE_RSS).replaceAll('\u202f', ' '); // by the version of ICU
    const hash = createHash('sha256').update(written).digest('hex').slice(0, 16);
    expect({ REVISION, hash }).toEqual({ REVISION: 2, hash: 'd2d19ff8df1e3ada' });
  });
});
