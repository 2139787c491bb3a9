import { isISO4217CurrencyCode } from 'class-validator';
import { type Check, EnumField, Field } from '../common/validation/fields.js';
import { COMPENSATION_TYPES, type CompensationType } from './event.entity.js';

export const MAX_AMOUNT = 1_000_000;

export const COMPENSATION_EXAMPLE = { amount: 18.5, currency: 'USD', type: 'HOURLY' };

export const checkAmount: Check = (value) =>
  typeof value === 'number' && value <= MAX_AMOUNT && /^\d+(\.\d{1,2})?$/.test(String(value))
    ? undefined
    : `must be a number from 0 to ${MAX_AMOUNT} with at most 2 decimals`;

/** Currencies that came after the library's list: of Zimbabwe in 2024, of Curaçao and Sint Maarten in 2025. */
const NEWER_CURRENCIES = new Set(['ZWG', 'XCG']);

const checkCurrency: Check = (value) =>
  typeof value === 'string' &&
  /^[A-Z]{3}$/.test(value) &&
  (isISO4217CurrencyCode(value) || NEWER_CURRENCIES.has(value))
    ? undefined
    : 'must be an ISO 4217 currency code';

export class CompensationDto {
  @Field(
    checkAmount,
    { type: 'number', minimum: 0, maximum: MAX_AMOUNT, multipleOf: 0.01 },
    { description: 'At most 2 decimals.', example: 18.5 },
  )
  amount: number;

  @Field(
    checkCurrency,
    { type: 'string', pattern: '^[A-Z]{3}$', maxLength: 3 },
    { description: 'An ISO 4217 code.', example: 'USD' },
  )
  currency: string;

  @EnumField(COMPENSATION_TYPES, { enumName: 'CompensationType', example: 'HOURLY' })
  type: CompensationType;
}
