import { isTimeZone, MAX_TIME_ZONE, parseDay, parseInstant } from '../../common/instant.js';
import { PageQuery } from '../../common/pagination.js';
import {
  BooleanParam,
  type Check,
  CountParam,
  EnumField,
  EnumListParam,
  Field,
  IdListParam,
  TextField,
  WordListParam,
} from '../../common/validation/fields.js';
import {
  EVENT_SOURCES,
  EVENT_STATUSES,
  EVENT_TYPES,
  type EventSource,
  type EventStatus,
  type EventType,
} from '../event.entity.js';
import { COMPENSATION_TYPES, type CompensationType, checkAmount, MAX_AMOUNT } from '../event-members.dto.js';
import { type ExpansionName, IncludeParam } from '../expansions.dto.js';
import { BOX_PATTERN, checkBox, checkPoint, DEFAULT_RADIUS, MAX_RADIUS, POINT_PATTERN } from '../map/area.js';
import { WHENS, type When } from './time-range.js';

const checkDate: Check = (value) =>
  typeof value === 'string' && (parseDay(value) ?? parseInstant(value)) !== undefined
    ? undefined
    : 'must be a day (YYYY-MM-DD) or an ISO 8601 timestamp with a zone';

const Param = (check: Check, api: object, description: string): PropertyDecorator =>
  Field(check, { type: 'string', ...api }, { optional: true, description });

const DateParam = (description: string): PropertyDecorator => Param(checkDate, {}, description);

const AnyOf = (values: readonly string[], enumName: string, noun: string): PropertyDecorator =>
  EnumListParam(values, { enumName, description: `Any of these ${noun}, separated by commas.` });

const AnyWord = (description: string): PropertyDecorator =>
  WordListParam({ most: MAX_VALUES, max: 255, description });

const checkTimeZone: Check = (value) =>
  typeof value === 'string' && isTimeZone(value) ? undefined : 'must be the name of an IANA time zone';

/** Maximum number of ids in a query, and of values of a filter. */
const MAX_IDS = 100;
const MAX_VALUES = 20;
const EVENT_SORTS = ['upcoming', 'startAt', '-startAt', 'createdAt', '-createdAt', 'distance'] as const;

/** The relations of the caller to events. */
export const RELATIONS = ['SAVED', 'BOOKMARKED', 'APPLIED', 'ACCEPTED', 'CREATED'] as const;
export type Relation = (typeof RELATIONS)[number];

export type View = 'card';

export const ViewParam = () =>
  EnumField(['card'], { optional: true, description: 'card: events without `description`.' });

/** The filters that lists of events and of gigs have in common. */
export class ListGigsQuery extends PageQuery {
  @AnyWord('Any of these categories, separated by commas, in any case. An unknown one finds nothing.')
  category?: string[];

  @AnyOf(EVENT_SOURCES, 'EventOrigin', 'sources')
  source?: EventSource[];

  @AnyOf(EVENT_STATUSES, 'EventStatus', 'statuses')
  status?: EventStatus[];

  @DateParam('Starts on or after this day (`YYYY-MM-DD`, of `tz`, else UTC) or timestamp with a zone.')
  startDate?: string;

  @DateParam(
    'Starts before the end of this day (`YYYY-MM-DD`, of `tz`, else UTC), or before this timestamp with a zone.',
  )
  endDate?: string;

  @DateParam(
    'Ends after the start of this day (`YYYY-MM-DD`, of `tz`, else UTC) or after this timestamp with a zone. ' +
      'An event without `endAt` lasts 3 hours here. It excludes `startDate`, `endDate` and `when`.',
  )
  from?: string;

  @DateParam(
    'Starts before the start of this day, or before this timestamp with a zone. `from` and `to` find events that ' +
      'overlap the time between, such as a day: `from=2026-11-23&to=2026-11-24&tz=America/New_York`.',
  )
  to?: string;

  @EnumField(WHENS, {
    enumName: 'When',
    optional: true,
    description:
      'Overlaps this time range. Without `status` only OPEN and IN_PROGRESS. ' +
      "Days are those of `tz`, else of the service's time zone.",
  })
  when?: When;

  @Param(
    checkTimeZone,
    { maxLength: MAX_TIME_ZONE },
    'The IANA time zone of all days, such as `America/New_York`.',
  )
  tz?: string;

  @BooleanParam({
    description: 'true: gigs before `endAt` and `applyBy` with `positions` left. false: all other events.',
  })
  takesApplications?: boolean;

  @EnumListParam(COMPENSATION_TYPES, {
    enumName: 'CompensationType',
    description: 'Gigs with any of these `compensation.type`, separated by commas.',
  })
  payType?: CompensationType[];

  @Field(
    checkAmount,
    { type: 'number', minimum: 0, maximum: MAX_AMOUNT },
    {
      optional: true,
      description:
        'Gigs whose `compensation.amount` is at least this, whatever its currency and type. Finds no gig without pay.',
    },
    { read: (sent) => (typeof sent === 'string' && /^[\d.]+$/.test(sent) ? Number(sent) : sent) },
  )
  minPay?: number;

  @EnumListParam(RELATIONS, {
    enumName: 'EventRelation',
    description:
      'Events with any of these relations to you, separated by commas: the latest 10000 of each. APPLIED: neither withdrawn ' +
      'nor rejected.',
  })
  relation?: Relation[];

  @AnyWord('Has any of these tags, separated by commas, in any case.')
  tag?: string[];

  @AnyWord('Was created by any of these users, separated by commas. `me` is you.')
  creatorId?: string[];

  @TextField({
    max: 255,
    optional: true,
    description: 'Has this `seriesId`: an event and its copies. An unknown one finds nothing.',
  })
  seriesId?: string;

  @Param(
    checkBox,
    { pattern: BOX_PATTERN },
    'Lies in this box: `west,south,east,north` in degrees. If west is greater than east, the box crosses the ' +
      'antimeridian. It excludes `near`.',
  )
  bbox?: string;

  @Param(
    checkPoint,
    { pattern: POINT_PATTERN },
    'Lies within `radius` of this point: `latitude,longitude` in degrees. Each event then has its `distance`.',
  )
  near?: string;

  @CountParam({
    min: 1,
    most: MAX_RADIUS,
    description: `Metres around \`near\`, 1 to ${MAX_RADIUS}, by default ${DEFAULT_RADIUS}.`,
  })
  radius?: number;

  @TextField({
    max: 500,
    trim: true,
    optional: true,
    description:
      'Full text over title, tags, summary, description and location name, in web-search syntax: words, "phrases", or, -without. ' +
      'Without `sort`, the best matches come first, up to 1000.',
  })
  q?: string;

  @EnumField(EVENT_SORTS, {
    optional: true,
    description:
      'By default `upcoming`, or the best match with `q`. `upcoming`: events that start from the current hour on (UTC), ' +
      'soonest first, then earlier ones, latest first. A minus sign reverses an order. `distance` needs `near` and sorts ' +
      'the first 1000 events of `upcoming` there.',
  })
  sort?: (typeof EVENT_SORTS)[number];

  @IdListParam({
    most: MAX_IDS,
    description: 'These events, in this order, each once. It excludes all but `include` and `view`.',
  })
  ids?: string[];

  @ViewParam()
  view?: View;

  @IncludeParam()
  include?: ExpansionName[];
}

export class ListEventsQuery extends ListGigsQuery {
  @AnyOf(EVENT_TYPES, 'EventType', 'types')
  type?: EventType[];
}
