const compensation = {
  type: 'object',
  nullable: true,
  required: ['amount', 'currency', 'type'],
  properties: {
    amount: { type: 'number', minimum: 0, maximum: 1_000_000 },
    currency: { type: 'string', pattern: '^[A-Z]{3}$' },
    type: { enum: ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'FIXED'] },
  },
};

const properties = {
  title: { type: 'string', minLength: 1, maxLength: 200 },
  description: { type: 'string', minLength: 1, maxLength: 20_000 },
  type: { enum: ['EVENT', 'GIG'] },
  location: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 200 } },
  },
  startAt: { type: 'string', format: 'date-time' },
  endAt: { type: 'string', format: 'date-time', nullable: true },
  compensation,
};

/** The JSON Schema of the body that creates an event. */
export const newEvent = {
  type: 'object',
  required: ['title', 'description', 'type', 'location', 'startAt'],
  properties,
};

/** The JSON Schema of the body that changes an event. */
export const changedEvent = {
  type: 'object',
  properties: {
    ...properties,
    status: { enum: ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] },
    tags: { type: 'array', maxItems: 20, items: { type: 'string', minLength: 1, maxLength: 40 } },
    category: { type: 'string', nullable: true },
    summary: { type: 'string', minLength: 1, maxLength: 280, nullable: true },
  },
};
