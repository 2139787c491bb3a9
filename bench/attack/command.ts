import { command } from '../options.js';
import { runAttack } from './attack.js';

const usage = 'usage: npm run bench -- attack [--seconds 60] [--rate 600]';

/** What the command line asks of an attack. */
export interface Options {
  /** How long the others are measured without the attack, and then with it. */
  seconds: number;
  /** Requests a minute of the attacker, as many as the service's rate limit lets through. */
  rate: number;
}

/** One user who sends the worst texts at the rate limit, and what the others notice. */
export const attack = command(
  usage,
  { seconds: { fallback: 60, least: 5 }, rate: { fallback: 600, least: 1 } },
  runAttack,
);
