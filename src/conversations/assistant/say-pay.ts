import { DAY_MS, HOUR_MS } from '../../common/instant.js';
import type { FoundEvent } from './found.js';

/** What is said of a gig that pays nothing. */
export const UNPAID = 'unpaid';

/** How long an amount is paid for. */
export const PER = {
  HOURLY: 'an hour',
  DAILY: 'a day',
  WEEKLY: 'a week',
  MONTHLY: 'a month',
  FIXED: 'in all',
};

/** An amount of money. @param currency ISO 4217 */
export function sayMoney(sum: number, currency: string): string {
  const digits = Number.isInteger(sum) ? String(sum) : sum.toFixed(2);
  return currency === 'USD' ? `$${digits}` : `${digits} ${currency}`;
}

/** What an hourly pay is in all, where a gig has an end within a day; undefined for other pay. */
export function sayTotal({ compensation, startAt, endAt }: FoundEvent): string | undefined {
  const amount = Number(compensation?.amount ?? 0);
  if (compensation?.type !== 'HOURLY' || !(amount > 0) || endAt === null) return undefined;
  const length = Date.parse(endAt) - Date.parse(startAt);
  if (length <= HOUR_MS || length > DAY_MS) return undefined;
  return `about ${sayMoney(Math.round((amount * length) / HOUR_MS), compensation.currency)} in all`;
}

/** What a gig pays; in all and by the hour, where it has an end within a day. */
export function sayPay({ compensation, startAt, endAt }: FoundEvent): string {
  const amount = Number(compensation?.amount ?? 0);
  if (!compensation || !(amount > 0)) return UNPAID;
  const { currency, type } = compensation;
  const money = (sum: number) => sayMoney(sum, currency);
  const length = endAt === null ? null : Date.parse(endAt) - Date.parse(startAt);
  const isOfHours = type === 'FIXED' && length !== null && length > HOUR_MS && length <= DAY_MS;
  const hourly = isOfHours ? ` (about ${money(Math.round(amount / (length / HOUR_MS)))} an hour)` : '';
  return `pays ${money(amount)} ${PER[type]}${hourly}`;
}
