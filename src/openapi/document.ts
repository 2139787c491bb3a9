import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../common/config.js';
import { documentAnswers, type Json, operationsOf } from './answers.js';
import { documentExamples } from './examples.js';

const DESCRIPTION = `Community events and gigs: browse, create and manage them, under one rule, that you may change
only what is yours.

- Ids are opaque strings. Times are ISO 8601; what you send must carry a zone, what you get is UTC.
- A request with an unknown member or parameter is refused, with its first 100 faults listed. **Members that the service
  assigns (marked \`readOnly\`) are ignored in requests**, so you can send back what you got.
- Texts have no control characters; tabs and line breaks only in descriptions, messages, notes, bios and the further
  members of a location. Links have no credentials, and come back as the URL parser writes them.
- A response carries every member of its resource; what is not set is null.
- Errors are RFC 9457 problems with a stable \`code\`. Every answer carries \`X-Request-Id\`.
- In the demo (\`npm run demo\`) every operation succeeds as it is filled in, for alice. What deletes or decides something
  does so once, and \`deleteOwnData\` everything of alice; the demo brings it back when it is started again.`;

/** How to sign in on the page that shows the document. */
const DEVELOPMENT_SIGN_IN =
  'To try the operations here, sign in as anyone: execute `createDevelopmentToken`. For development and QA alone.';
const SIGN_IN = 'To try the operations here, press *Authorize* and paste a token of the identity provider.';

/** What each named enumeration is. By default it has the description of the first member that uses it. */
const ENUMERATIONS: Record<string, string> = {
  EventType: 'An event, or a gig: a short job that one can apply to.',
  EventOrigin: 'A user of the service, or the external feed that an event comes from.',
  EventStatus: 'OPEN: visible and active; IN_PROGRESS: happening; COMPLETED and CANCELLED are final.',
  EventPart: 'What `include` can add to an event.',
  When: 'now; today, to midnight; tonight, 17:00 to 04:00; tomorrow; weekend, Friday 17:00 to Sunday midnight; week, seven days. All from now on.',
  Category: 'The closed list of categories.',
  SuggestionKind:
    'EVENT: a title; TAG; PLACE: the name of a location; CATEGORY. TAG and CATEGORY are filters of a list.',
  ApplicationStatus:
    'PENDING until the owner of the gig decides, also while it is withdrawn; a decision is final.',
  Decision: 'What the owner of a gig decides about an application.',
  DecisionOutcome: 'DECIDED, or the code of the problem that refused the decision.',
  Action: 'What a user did with an event; APPLY comes with an application.',
  NotificationType: 'What happened.',
  CalendarKind:
    'EVENTS: what a list of events finds; COLLECTION: a collection; SAVED: what you have saved or bookmarked; APPLICATIONS: the gigs that you have applied to.',
  Visibility: 'PUBLIC: everyone signed in may read it; PRIVATE: its owner alone.',
  Role: 'Who wrote a message: the user, or the event assistant.',
  FeedSource: 'An external feed.',
  RunOutcome: 'How a pull of a feed ended; SKIPPED where the URL of the feed is not set.',
};

function describeEnumerations(schemas: Record<string, Json>): void {
  for (const [name, schema] of Object.entries(schemas))
    if (schema.enum) schema.description = ENUMERATIONS[name];
}

/** Replaces `nullable` of OpenAPI 3.0 by what OpenAPI 3.1 has for it. */
function modernize(node: unknown): void {
  if (Array.isArray(node)) for (const member of node) modernize(member);
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Json;
  if (schema.nullable === true) {
    if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
    if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
    if (Array.isArray(schema.allOf)) {
      schema.anyOf = [...schema.allOf, { type: 'null' }];
      delete schema.allOf;
    }
    delete schema.nullable;
  }
  for (const member of Object.values(schema)) modernize(member);
}

/** Describes what a request ignores as the response has it, to whose schema `IgnoresReadOnly` refers. */
function describeIgnored(schemas: Record<string, Json>): void {
  for (const { properties = {} } of Object.values(schemas) as { properties?: Record<string, Json> }[])
    for (const [name, { readOnly, description, allOf }] of Object.entries(properties)) {
      if (!readOnly) continue;
      const [response] = allOf as [{ $ref: string }];
      const { properties: answered } = schemas[response.$ref.split('/').at(-1)!] as { properties: Json };
      const { $ref, ...member } = answered[name] as Json;
      properties[name] = { ...member, ...($ref ? { allOf: [{ $ref }] } : {}), readOnly, description };
    }
}

/** The schemas that keep further members. */
const OPEN = ['LocationDto', 'EventLocationDto', 'McpMessageDto'];

/** Says that a request has no further members, at any depth, except within what it ignores. */
function closeRequests(document: OpenAPIObject): void {
  const schemas = document.components?.schemas as Record<string, Json>;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || (node as Json).readOnly) return;
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String((node as Json).$ref))?.[1];
    const schema = name ? schemas[name] : undefined;
    if (schema?.type === 'object' && schema.additionalProperties === undefined) {
      schema.additionalProperties = false;
      visit(schema);
    }
    for (const member of Object.values(node)) visit(member);
  };
  for (const { operation } of operationsOf(document)) visit(operation.requestBody);
  for (const name of OPEN) Object.assign(schemas[name] as Json, { additionalProperties: true });
}

/** The OpenAPI 3.1 document of the service, made from its code. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Events and Gigs')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addTag('Authentication', app.get(Config).devTokens ? DEVELOPMENT_SIGN_IN : SIGN_IN)
    .addTag('Events', 'Events and gigs: one record, told apart by `type`.')
    .addTag('Gigs', 'The alias of events for gigs, and nothing else.')
    .addTag('Applications', 'Applying to gigs, withdrawing, and deciding.')
    .addTag('Interactions', 'Views, clicks, saves and bookmarks.')
    .addTag('Collections', 'Collections of events, public or private.')
    .addTag('Calendars', 'What calendar programs and feed readers subscribe to.')
    .addTag(
      'Conversations',
      'Your threads with the event assistant, which answers from the events themselves.',
    )
    .addTag('Notifications', 'What concerns you, as it happens.')
    .addTag('Users', 'Profiles.')
    .addTag('Agents', 'The Model Context Protocol.')
    .addTag('Ingestion', 'The pulls of the external feeds.')
    .addTag('Service', 'Health and metrics.')
    .build();
  const document = SwaggerModule.createDocument(app, description);
  describeIgnored(document.components?.schemas as Record<string, Json>);
  closeRequests(document);
  describeEnumerations(document.components?.schemas as Record<string, Json>);
  documentExamples(document);
  documentAnswers(document);
  modernize(document);
  return document;
}
