import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config, VERSION } from '../common/config.js';
import components from './components.json' with { type: 'json' };
import { documentExamples } from './examples.js';
import { documentResponses, type Json, type Operation, operationsOf } from './responses.js';

const DESCRIPTION = `Community events and gigs: browse, create and manage them. You may change only what is yours.

- Ids are opaque strings. Times are ISO 8601: a request names a zone, a response is in UTC. Lengths count code points.
- A request with an unknown member or parameter is refused. An empty parameter counts as absent.
- **A request may carry members that the service assigns (marked \`readOnly\`). The service ignores them**, so you can
  send back what you got.
- Texts have no control characters. Descriptions, messages, notes, bios and the further members of a location may have
  tabs and line breaks. Titles, names, tags and descriptions need a visible character; titles are trimmed.
- Links are http or https, without credentials. The service normalizes them.
- A response carries every member of its resource. A value that is not set is null.
- Errors are RFC 9457 problems with a stable \`code\`. Every response carries \`X-Request-Id\`.
- In the demo (\`npm run demo\`) every example succeeds for Alice. Deletions and decisions succeed once, and
  \`deleteOwnData\` deletes everything of Alice; a restart of the demo restores the data.`;

/** Copies the schema of each ignored member from the response class that `IgnoresReadOnly` refers to. */
function describeIgnored(schemas: Record<string, Json>): void {
  for (const { properties = {} } of Object.values(schemas) as { properties?: Record<string, Json> }[])
    for (const [name, { readOnly, description, allOf }] of Object.entries(properties)) {
      if (!readOnly) continue;
      const [response] = allOf as [{ $ref: string }];
      const { properties: described } = schemas[response.$ref.split('/').at(-1)!] as { properties: Json };
      const { $ref, ...member } = described[name] as Json;
      properties[name] = { ...member, ...($ref ? { allOf: [{ $ref }] } : {}), readOnly, description };
    }
}

/**
 * Splits each schema whose member has other schemas by `type`, so that a generated client knows the member of
 * each type. `x-types` has the types by schema.
 */
function splitByType(schemas: Record<string, Json>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const properties = (schema.properties ?? {}) as Record<string, Json>;
    const found = Object.entries(properties).find(([, property]) => property['x-types']);
    if (!found) continue;
    const [member, { 'x-types': types, oneOf: _, ...rest }] = found;
    if (rest.readOnly) {
      properties[member] = { type: 'object', ...rest };
      continue;
    }
    const variants = Object.entries(types as Record<string, string[]>).map(([data, values]) => {
      const variant = data.replace('DataDto', name);
      schemas[variant] = {
        ...schema,
        properties: {
          ...properties,
          type: { type: 'string', enum: values },
          [member]: { $ref: `#/components/schemas/${data}` },
        },
      };
      return { $ref: `#/components/schemas/${variant}`, values };
    });
    const mapping = variants.flatMap(({ $ref, values }) => values.map((value) => [value, $ref]));
    schemas[name] = {
      oneOf: variants.map(({ $ref }) => ({ $ref })),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
    };
  }
}

/** The query parameters in the order of use. `*` stands for all others. Headers come last. */
const PARAMETERS =
  'q type category startDate endDate from to when tz * sort view include limit offset cursor'.split(' ');
const rankOf = ({ in: place, name }: Json) =>
  place === 'header' ? 1_000 : PARAMETERS.indexOf(PARAMETERS.includes(`${name}`) ? `${name}` : '*');

/** Documents the ids in a path, which a guard reads, and sorts the other parameters. */
function documentParameters(path: string, operation: Operation): void {
  const declared = operation.parameters ?? [];
  const parameterOf = ([, name]: string[]) =>
    declared.find((each) => each.in === 'path' && each.name === name) ?? {
      ...{ name, required: true, in: 'path', schema: { type: 'string' } },
    };
  const others = declared.filter((each) => each.in !== 'path').sort((a, b) => rankOf(a) - rankOf(b));
  operation.parameters = [...[...path.matchAll(/\{(\w+)\}/g)].map(parameterOf), ...others];
}

/** The schemas that allow undeclared members. */
const OPEN = ['LocationDto', 'EventLocationDto', 'McpMessageDto'];

/** Forbids undeclared members in requests, at any depth, except within ignored members. */
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

/** Generates the OpenAPI 3.1 document from the code of the service. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Events and Gigs')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(app.get(Config).PUBLIC_URL ?? '/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addTag('Authentication', 'Paste a token at *Authorize*, or sign in with the bar at the top.')
    .addTag('Events', 'Events and gigs: one resource with two types.')
    .addTag('Gigs', 'The same operations, for gigs only.')
    .addTag('Applications', 'Apply to gigs, withdraw, decide.')
    .addTag('Interactions', 'Views, clicks, saves and bookmarks.')
    .addTag('Collections', 'Collections of events, public or private.')
    .addTag('Calendars', 'Subscriptions for calendar programs and feed readers.')
    .addTag('Conversations', 'Your private threads with the event assistant.')
    .addTag('Reports', 'Reports of events, for the operator of the service.')
    .addTag('Notifications', 'Your notifications, as a list and as a stream.')
    .addTag('Users', 'Profiles.')
    .addTag('Agents', 'The Model Context Protocol.')
    .addTag('Ingestion', 'The runs that import the external feeds.')
    .addTag('Service', 'Health and metrics.')
    .addTag('Webhook', "Messages to the operator's receiver.")
    .build();
  const document = SwaggerModule.createDocument(app, description);
  const schemas = document.components?.schemas as Record<string, Json>;
  describeIgnored(schemas);
  splitByType(schemas);
  closeRequests(document);
  // By default an enumeration has the description of the first member that uses it.
  for (const [name, meaning] of Object.entries(components.enumerations)) schemas[name]!.description = meaning;
  for (const { path, operation } of operationsOf(document)) documentParameters(path, operation);
  documentExamples(document);
  documentResponses(document);
  return Object.assign(document, { webhooks: components.webhooks });
}
