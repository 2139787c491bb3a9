import { ApiProperty } from '@nestjs/swagger';
import { nestsDeeper } from '../common/http/json-body.js';
import { hasControls } from '../common/text.js';
import {
  type Check,
  KeepsFurtherMembers,
  NO_CONTROLS_IN_LINES,
  NumberField,
  TextField,
} from '../common/validation/fields.js';

const MAX_BYTES = 4096;
const MAX_DEPTH = 3;

export const LOCATION_EXAMPLE = { name: 'Ohio Union, Room 2', address: '1739 N High St, Columbus, OH' };
export const LOCATION_RULES = `Further members, such as \`address\` and \`url\`, are stored as sent. An event with both coordinates is on the map. At most ${MAX_BYTES} bytes as JSON, at most ${MAX_DEPTH} levels deep.`;

@KeepsFurtherMembers()
export class LocationDto {
  @TextField({ min: 1, max: 200, visible: true, example: LOCATION_EXAMPLE.name })
  name: string;

  @NumberField({ min: -90, max: 90, optional: true, nullable: true, example: 39.9977 })
  latitude?: number | null;

  @NumberField({ min: -180, max: 180, optional: true, nullable: true, example: -83.0086 })
  longitude?: number | null;

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
  const { name, ...further } = value as LocationDto;
  if (nestsDeeper(value, MAX_DEPTH)) return `must nest at most ${MAX_DEPTH} deep`;
  const tooLarge = Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES;
  if (tooLarge) return `must be at most ${MAX_BYTES} bytes as JSON`;
  return holdsControls(further) ? NO_CONTROLS_IN_LINES : undefined;
};
