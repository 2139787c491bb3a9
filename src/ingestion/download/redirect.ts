import { urlOf } from '../../common/link.js';
import { FeedError } from '../feed-error.js';

/**
 * Where a redirect leads: only to the same host and port, or there from http to https.
 * @throws FeedError where it leads elsewhere
 */
export function redirected(from: URL, location: string): URL {
  const to = urlOf(location, from.href);
  const secured =
    from.protocol === 'http:' &&
    to?.protocol === 'https:' &&
    to.hostname === from.hostname &&
    !from.port &&
    !to.port;
  if (to && (secured || (to.host === from.host && to.protocol === from.protocol))) return to;
  throw new FeedError('The feed redirects to another host.');
}
