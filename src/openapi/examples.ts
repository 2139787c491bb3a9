import type { OpenAPIObject } from '@nestjs/swagger';
import { type Json, operationsOf } from './answers.js';

/** The id of an object in the demo's data (sandbox/seed.json): a UUIDv7, always the same. */
export const demoId = (number: number): string =>
  `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The token of a calendar in the demo's data. No other calendar has one that anybody knows. */
export const DEMO_CALENDAR_TOKEN = 'The-calendar-of-the-demo-which-is-no-secret';

const PAY = { amount: 18.5, currency: 'USD', type: 'HOURLY' };
const UNION = { name: 'Ohio Union, Room 2', address: '1739 N High St, Columbus, OH' };

/**
 * What Swagger UI fills in, by operation: the parameters of the path, and the body. Against the demo's data, each succeeds
 * for alice, in any order: no example needs what another deletes. Most deletions and decisions succeed once, until
 * `npm run demo` is started again.
 */
const EXAMPLES: Record<string, { path?: Record<string, string>; body?: unknown }> = {
  createDevelopmentToken: { body: { userId: 'alice', name: 'Alice Liddell' } },

  createEvent: {
    body: {
      title: 'Open-air jazz on the South Oval',
      description: 'Three student bands play until dark. Bring a blanket. Free for everyone.',
      type: 'EVENT',
      location: { name: 'South Oval', address: '1820 Neil Ave, Columbus, OH' },
      startAt: '2030-05-17T19:00:00-04:00',
      endAt: '2030-05-17T22:00:00-04:00',
    },
  },
  previewTagging: {
    body: {
      title: 'Stage hands for the spring concert',
      description: 'Help us set up the stage, the lights and two hundred chairs. Lunch is on us.',
      type: 'GIG',
    },
  },
  getEvent: { path: { id: demoId(101) } },
  listSimilarEvents: { path: { id: demoId(101) } },
  updateEvent: {
    path: { id: demoId(101) },
    body: { title: 'Open-air jazz on the South Oval, now with four bands', tags: ['jazz', 'live music'] },
  },
  deleteEvent: { path: { id: demoId(109) } },

  createGig: {
    body: {
      title: 'Stage hands for the spring concert',
      description: 'Help us set up the stage, the lights and two hundred chairs. Lunch is on us.',
      location: UNION,
      startAt: '2030-04-12T09:00:00-04:00',
      endAt: '2030-04-12T17:00:00-04:00',
      compensation: PAY,
    },
  },
  getGig: { path: { id: demoId(201) } },
  updateGig: {
    path: { id: demoId(202) },
    body: { compensation: { ...PAY, amount: 24 }, status: 'IN_PROGRESS' },
  },
  deleteGig: { path: { id: demoId(209) } },

  applyToGig: {
    path: { gigId: demoId(204) },
    body: { message: 'I have painted two fences, and I own a roller.' },
  },
  listGigApplications: { path: { gigId: demoId(201) } },
  getGigApplication: { path: { gigId: demoId(201), applicationId: demoId(302) } },
  decideApplication: {
    path: { gigId: demoId(201), applicationId: demoId(301) },
    body: { status: 'ACCEPTED' },
  },
  decideApplications: { path: { gigId: demoId(201) }, body: { ids: [demoId(303)], status: 'REJECTED' } },
  withdrawApplication: { path: { gigId: demoId(206), applicationId: demoId(305) } },
  takeWithdrawalBack: { path: { gigId: demoId(206), applicationId: demoId(305) } },

  recordInteraction: { path: { id: demoId(102) }, body: { action: 'SAVE' } },
  undoInteraction: { path: { id: demoId(103), action: 'SAVE' } },
  getInteractionSummary: { path: { id: demoId(101) } },

  createCollection: {
    body: {
      name: 'Spring weekends',
      description: 'Things to do when it is warm again.',
      visibility: 'PUBLIC',
    },
  },
  getCollection: { path: { id: demoId(401) } },
  updateCollection: { path: { id: demoId(401) }, body: { name: 'This week', visibility: 'PUBLIC' } },
  deleteCollection: { path: { id: demoId(409) } },
  addCollectionItem: {
    path: { id: demoId(401) },
    body: { eventId: demoId(104), note: 'Ask Bob to come.' },
  },
  removeCollectionItem: { path: { id: demoId(401), eventId: demoId(102) } },

  createCalendar: { body: { kind: 'EVENTS', filter: 'category=MUSIC&when=week', alarmMinutes: 30 } },
  rotateCalendar: { path: { id: demoId(902) } },
  deleteCalendar: { path: { id: demoId(909) } },
  readCalendar: { path: { token: DEMO_CALENDAR_TOKEN } },
  readCalendarFeed: { path: { token: DEMO_CALENDAR_TOKEN } },
  downloadEvent: { path: { id: demoId(101) } },

  createConversation: { body: { title: 'Weekend plans' } },
  getConversation: { path: { id: demoId(501) } },
  updateConversation: { path: { id: demoId(501) }, body: { title: 'Music after class' } },
  deleteConversation: { path: { id: demoId(509) } },
  sendMessage: { path: { id: demoId(501) }, body: { content: 'Any free jazz this weekend?' } },

  callMcp: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },

  getNotification: { path: { id: demoId(701) } },
  markNotification: { path: { id: demoId(701) }, body: { read: true } },
  markAllNotifications: { body: { read: true } },

  updateOwnProfile: { body: { headline: 'Concert committee, third year' } },
  getProfile: { path: { id: 'bob' } },
};

/** Gives each operation the path and the body that Swagger UI fills in. */
export function documentExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const { path, body } = EXAMPLES[operation.operationId] ?? {};
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'path') parameter.example = path?.[parameter.name as string];
    const { content } = (operation.requestBody ?? {}) as { content?: Record<string, Json> };
    if (content?.['application/json']) content['application/json'].example = body;
  }
}
