import type { Reply } from '../reply.js';

/** An error of the ticketing feed's gateway. Some of them repeat the key, as the real ones do. */
export function invalidKey(query: URLSearchParams): Reply {
  const text = `Invalid ApiKey for given resource: ${query.get('apikey')}`;
  return fault(401, text, 'oauth.v2.InvalidApiKeyForGivenResource');
}

export function quotaViolation(query: URLSearchParams): Reply {
  const text = `Rate limit quota violation. Quota limit  exceeded. Identifier : ${query.get('apikey')}`;
  return fault(429, text, 'policies.ratelimit.QuotaViolation');
}

export function spikeArrest(): Reply {
  const text = 'Spike arrest violation. Allowed rate : 5ps';
  return fault(429, text, 'policies.ratelimit.SpikeArrestViolation');
}

function fault(status: number, faultstring: string, errorcode: string): Reply {
  return { status, body: JSON.stringify({ fault: { faultstring, detail: { errorcode } } }) };
}

/** An error of the service behind the gateway. */
export function badRequest(code: string, detail: string): Reply {
  const about = { href: `/discovery/v2/errors.html#${code}` };
  return {
    status: 400,
    body: JSON.stringify({ errors: [{ code, detail, status: '400', _links: { about } }] }),
  };
}
