import { parseDay, parseInstant } from '../../common/instant.js';
import { PageQuery } from '../../common/pagination.js';
import { isTimeZone, MAX_TIME_ZONE } from '../../common/time-zone.js';
import { type Check, CountParam, EnumField, Field, TextField } from '../../common/validation/fields.js';
import { EnumListParam, IdListParam, WordListParam } from '../../common/validation/list-param.js';
import { MinPayParam, PayTypeParam } from '../compensation.dto.js';
import {
  type CompensationType,
  EVENT_SOURCES,
  EVENT_TYPES,
  type EventSource,
  type EventType,
} from '../event.entity.js';
import { EVENT_STATUSES, type EventStatus } from '../event-status.js';
import { type ExpansionName, IncludeParam } from '../expansions.dto.js';
import { BOX_PATTERN, checkBox, checkPoint, DEFAULT_RADIUS, MAX_RADIUS, POINT_PATTERN } from '../map/area.js';
import { WHENS, type When } from './event-window.js';

const checkDate: Check = (value) =>
  typeof value === 'string' && (parseDay(value) ?? parseInstant(value)) !== undefined
    ? undefined
    : 'must be a day (YYYY-MM-DD) or an ISO 8601 timestamp with a zone';

const checkTimeZone: Check = (value) =>
  typeof value === 'string' && isTimeZone(value) ? undefined : 'must be the name of an IANA time zone';

/** Ids that a list names, at most. */
const MAX_IDS = 100;
/** Categories that a list names, at most: more than there are. */
const MAX_CATEGORIES = 20;

export const EVENT_SORTS = ['startAt', '-startAt', 'createdAt', '-createdAt', 'distance'] as const;

export const VIEWS = ['card'] as const;
export type View = (typeof VIEWS)[number];

/** What a cursor belongs to: the filters of a list, in whatever order they and their values were sent. */
export function filtersOf({
  limit: _,
  offset: _offset,
  cursor: _cursor,
  ...filters
}: ListEventsQuery): unknown[] {
  return Object.entries(filters)
    .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].sort() : value])
    .sort();
}

/** The filters that events and gigs share. */
export class ListGigsQuery extends PageQuery {
  @WordListParam({
    most: MAX_CATEGORIES,
    max: 255,
    description:
      'A category of `GET /categories`, or several separated by commas: any of them. Another word finds nothing.',
  })
  category?: string[];

  @EnumListParam(EVENT_SOURCES, {
    enumName: 'EventOrigin',
    description: 'Where it comes from; several separated by commas: any of them.',
  })
  source?: EventSource[];

  @EnumListParam(EVENT_STATUSES, {
    enumName: 'EventStatus',
    description: 'Its status; several separated by commas: any of them.',
  })
  status?: EventStatus[];

  @Field(
    checkDate,
    { type: 'string' },
    {
      optional: true,
      description: 'Starts on this day (of `tz`, else of UTC) or later; or at this timestamp or later.',
    },
  )
  startDate?: string;

  @Field(
    checkDate,
    { type: 'string' },
    {
      optional: true,
      description: 'Starts before the end of this day (of `tz`, else of UTC); or before this timestamp.',
    },
  )
  endDate?: string;

  @Field(
    checkDate,
    { type: 'string' },
    {
      optional: true,
      description:
        'Still goes on after this timestamp, or after the start of this day (of `tz`, else of UTC). ' +
        'An event without `endAt` is taken to last 3 hours. Not with `startDate`, `endDate` or `when`.',
    },
  )
  from?: string;

  @Field(
    checkDate,
    { type: 'string' },
    {
      optional: true,
      description:
        'Starts before this timestamp, or before the start of this day: with `from`, what overlaps the time between. ' +
        'A day in Columbus: `from=2026-11-23&to=2026-11-24&tz=America/New_York`.',
    },
  )
  to?: string;

  @EnumField(WHENS, {
    enumName: 'When',
    optional: true,
    description:
      'What goes on in a span of time that begins now or later. Without `status`, only what is OPEN or IN_PROGRESS. ' +
      "Days are those of `tz`, else of the service's own time zone.",
  })
  when?: When;

  @Field(
    checkTimeZone,
    { type: 'string', maxLength: MAX_TIME_ZONE },
    { optional: true, description: 'The IANA time zone whose days are meant, such as America/New_York.' },
  )
  tz?: string;

  @EnumField(['true', 'false'], {
    optional: true,
    description:
      'true: gigs that one could apply to now: OPEN or IN_PROGRESS, before `endAt` and `applyBy`, with `positions` left. ' +
      'false: all others, events too.',
  })
  takesApplications?: 'true' | 'false';

  @PayTypeParam()
  payType?: CompensationType[];

  @MinPayParam()
  minPay?: number;

  @TextField({ max: 255, optional: true, description: 'Has this tag.' })
  tag?: string;

  @TextField({ max: 255, optional: true, description: 'Created by this user.' })
  creatorId?: string;

  @Field(
    checkBox,
    { type: 'string', pattern: BOX_PATTERN },
    {
      optional: true,
      description:
        'In this part of the map: `west,south,east,north` in degrees. Where west is greater than east, it crosses the ' +
        'antimeridian. Events without coordinates are nowhere. Not with `near`.',
    },
  )
  bbox?: string;

  @Field(
    checkPoint,
    { type: 'string', pattern: POINT_PATTERN },
    {
      optional: true,
      description:
        'Within `radius` of this point: `latitude,longitude` in degrees. Each event has its `distance` then.',
    },
  )
  near?: string;

  @CountParam({
    min: 1,
    most: MAX_RADIUS,
    description: `Metres around \`near\`; default ${DEFAULT_RADIUS}.`,
  })
  radius?: number;

  @TextField({
    max: 500,
    trim: true,
    optional: true,
    description:
      'Full text over title, tags, summary, description and location name, in web-search syntax: words, "phrases", or, -without. ' +
      'Without `sort`, the best matches come first, `nextCursor` is null, and `offset` ends at 1000.',
  })
  q?: string;

  @EnumField(EVENT_SORTS, {
    optional: true,
    description:
      'Default startAt; a minus sign turns the order round. `distance` needs `near`: of the 1000 that are next to start ' +
      'there, the nearest first.',
  })
  sort?: (typeof EVENT_SORTS)[number];

  @IdListParam({
    most: MAX_IDS,
    description:
      'These events, in this order, each once; unknown ids are left out. Only with `include` and `view`, with no other parameter.',
  })
  ids?: string[];

  @EnumField(VIEWS, { optional: true, description: 'card: without `description`.' })
  view?: View;

  @IncludeParam()
  include?: ExpansionName[];
}

export class ListEventsQuery extends ListGigsQuery {
  @EnumListParam(EVENT_TYPES, {
    enumName: 'EventType',
    description: 'Events or gigs; both with a comma between.',
  })
  type?: EventType[];
}
