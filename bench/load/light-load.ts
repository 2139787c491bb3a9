import { signTokens } from '../tokens.js';
import type { SteadyLoadOptions } from './steady-load.js';

/** Connections of the light load, and its requests a second. */
export const LIGHT = { connections: 4, rate: 80 };

/** A few users who read pages, to show what they notice of something else that the service does meanwhile. */
export async function lightLoad(url: string): Promise<SteadyLoadOptions> {
  return {
    url,
    tokens: await signTokens(LIGHT.connections),
    rate: LIGHT.rate,
    warmUp: 8,
    request: () => ({ method: 'GET', path: '/events?limit=20', status: 200 }),
  };
}
