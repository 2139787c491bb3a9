import { ApiProperty } from '@nestjs/swagger';
import { nestsDeeper } from '../common/http/json-body.js';
import { hasControls } from '../common/text.js';
import {
  type Check,
  KeepsFurtherMembers,
  NO_CONTROLS_IN_LINES,
  NumberField,
  TextField,
  UrlField,
} from '../common/validation/fields.js';

const MAX_BYTES = 4096;
const MAX_DEPTH = 3;

export const LOCATION_EXAMPLE = { name: 'Ohio Union, Room 2', address: '1739 N High St, Columbus, OH' };
export const LOCATION_RULES = `Further members are kept as they are sent. The whole is at most ${MAX_BYTES} bytes as JSON and ${MAX_DEPTH} levels deep.`;

@KeepsFurtherMembers()
export class LocationDto {
  @TextField({ min: 1, max: 200, visible: true, example: LOCATION_EXAMPLE.name })
  name: string;

  @TextField({ max: 500, optional: true, nullable: true, example: LOCATION_EXAMPLE.address })
  address?: string | null;

  @UrlField({ optional: true, nullable: true, example: 'https://ohiounion.example.edu' })
  url?: string | null;

  @NumberField({ min: -90, max: 90, optional: true, example: 39.9977 })
  latitude?: number;

  @NumberField({ min: -180, max: 180, optional: true, example: -83.0086 })
  longitude?: number;

  [further: string]: unknown;
}

/** The location of an event as users send it. Feeds may send longer names. */
export class EventLocationDto extends LocationDto {
  @ApiProperty({ minLength: 1, maxLength: 1000, example: LOCATION_EXAMPLE.name })
  declare name: string;
}

const holdsControls = (value: unknown): boolean =>
  typeof value === 'string'
    ? hasControls(value, { lines: true })
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(holdsControls);

/** The rules over the whole of a location (rules.md, "Events and gigs"). */
export const checkLocation: Check = (value) => {
  const { name, address, url, latitude, longitude, ...further } = value as LocationDto;
  if ((latitude === undefined) !== (longitude === undefined))
    return 'needs both latitude and longitude, or neither';
  if (nestsDeeper(value, MAX_DEPTH)) return `must nest at most ${MAX_DEPTH} deep`;
  const tooLarge = Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES;
  if (tooLarge) return `must be at most ${MAX_BYTES} bytes as JSON`;
  return holdsControls(further) ? NO_CONTROLS_IN_LINES : undefined;
};
