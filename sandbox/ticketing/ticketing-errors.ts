import type { Reply } from '../reply.js';

/** An error of the ticketing feed's gateway. Some of them repeat the key, as the real ones do. */
export function invalidKey(key: string | null): Reply {
  return key === null
    ? fault(
        401,
        'Failed to resolve API Key variable request.queryparam.apikey',
        'steps.oauth.v2.FailedToResolveAPIKey',
      )
    : fault(401, `Invalid ApiKey for given resource: ${key}`, 'oauth.v2.InvalidApiKeyForGivenResource');
}

export function quotaViolation(key: string | null): Reply {
  const text = `Rate limit quota violation. Quota limit  exceeded. Identifier : ${key}`;
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
