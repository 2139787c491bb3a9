import { ApiProperty } from '@nestjs/swagger';
import { isISO4217CurrencyCode } from 'class-validator';
import { nestsDeeper } from '../common/http/parsers.js';
import { hasControls } from '../common/text.js';
import {
  type Check,
  EnumField,
  Field,
  KeepsFurtherMembers,
  NO_CONTROLS_IN_LINES,
  NumberField,
  TextField,
  UrlField,
  WholeNumberField,
} from '../common/validation/fields.js';

/** Maximum size and nesting depth of a location, as JSON. */
const MAX_BYTES = 4096;
const MAX_DEPTH = 3;

@KeepsFurtherMembers()
export class LocationDto {
  @TextField({ min: 1, max: 200, visible: true, example: 'Ohio Union, Room 2' })
  name: string;

  @NumberField({ min: -90, max: 90, optional: true, nullable: true, example: 39.9977 })
  latitude?: number | null;

  @NumberField({ min: -180, max: 180, optional: true, nullable: true, example: -83.0086 })
  longitude?: number | null;

  // biome-ignore lint/suspicious/noExplicitAny: TypeORM's types reject `unknown`
  [further: string]: any;
}

/** A location in responses. Names from feeds may be longer. */
export class EventLocationDto extends LocationDto {
  @ApiProperty({ maxLength: 1000 })
  declare name: string;
}

export const LOCATION_RULES = `Further members, such as \`address\` and \`url\`, are stored as sent. An event with both coordinates is on the map. At most ${MAX_BYTES} bytes as JSON, at most ${MAX_DEPTH} levels deep.`;

const containsControls = (value: unknown): boolean =>
  typeof value === 'string'
    ? hasControls(value, { lines: true })
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(containsControls);

/** Checks a location as a whole (rules.md, "Events and gigs"). */
export const checkLocation: Check = (value) => {
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES)
    return `must be at most ${MAX_BYTES} bytes as JSON`;
  if (nestsDeeper(value, MAX_DEPTH)) return `must nest at most ${MAX_DEPTH} deep`;
  const { name, ...further } = value as LocationDto;
  return containsControls(further) ? NO_CONTROLS_IN_LINES : undefined;
};

export const COMPENSATION_TYPES = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'FIXED'] as const;
export type CompensationType = (typeof COMPENSATION_TYPES)[number];

export const MAX_AMOUNT = 1_000_000;

export const checkAmount: Check = (value) =>
  typeof value === 'number' && value <= MAX_AMOUNT && /^\d+(\.\d{1,2})?$/.test(String(value))
    ? undefined
    : `must be a number from 0 to ${MAX_AMOUNT} with at most 2 decimals`;

/** Currencies newer than the library's list: of Zimbabwe (2024), of Curaçao and Sint Maarten (2025). */
const NEWER_CURRENCIES = ['ZWG', 'XCG'];

const checkCurrency: Check = (value) =>
  typeof value === 'string' &&
  /^[A-Z]{3}$/.test(value) &&
  (isISO4217CurrencyCode(value) || NEWER_CURRENCIES.includes(value))
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

/** Limits of images: images per event, pixels per side, characters of `alt` (rules.md, "Events and gigs"). */
export const MAX_IMAGES = 5;
export const MAX_PIXELS = 20_000;
export const MAX_ALT = 300;

const PixelsField = (example: number): PropertyDecorator => {
  const description = 'In pixels. Null: unknown.';
  return WholeNumberField({ min: 1, max: MAX_PIXELS, optional: true, nullable: true, description, example });
};

export class ImageDto {
  @UrlField({
    description: 'The service never fetches it.',
    example: 'https://images.example.edu/concert.jpg',
  })
  url: string;

  @PixelsField(1600)
  width?: number | null;

  @PixelsField(900)
  height?: number | null;

  @TextField({
    min: 1,
    max: MAX_ALT,
    visible: true,
    description: 'A description for people who do not see the image. For an event of a feed, its title.',
    example: 'A band plays on the lawn at dusk.',
  })
  alt: string;
}

/** An image in the database and in responses. */
export class EventImageDto extends ImageDto {
  @ApiProperty({ type: 'integer', required: true })
  declare width: number | null;

  @ApiProperty({ type: 'integer', required: true })
  declare height: number | null;
}

/** Converts images for the database, with their members in the order of the JSON. */
export function toImages(images: ImageDto[]): EventImageDto[] {
  return images.map(({ url, width = null, height = null, alt }) => ({ url, width, height, alt }));
}
