import { traceOf } from './trace.js';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const valid = `00-${ID}-00f067aa0ba902b7-01`;

describe('the trace of a request', () => {
  it('has the id of the header, and both headers for outgoing calls', () => {
    const headers = { traceparent: valid, tracestate: 'vendor=1' };
    expect(traceOf({ headers: { ...headers, accept: '*/*' } })).toEqual({ id: ID, headers });
  });

  it.each([
    undefined,
    '',
    ID,
    valid.toUpperCase(),
    valid.slice(1),
    `${valid}, ${valid}`,
    `ff${valid.slice(2)}`,
    valid.replace(ID, '0'.repeat(32)),
    valid.replace('00f067aa0ba902b7', '0'.repeat(16)),
    `${valid}\n`,
  ])('does not exist for %j', (traceparent) => {
    expect(traceOf({ headers: { traceparent } })).toBeUndefined();
  });
});
