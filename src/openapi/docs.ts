import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Marked } from 'marked';
import { stringify } from 'yaml';
import { Config } from '../common/config.js';
import { COMPRESSED } from '../common/http/compression.js';
import { Versioned } from '../common/http/etag.js';
import { type Json, operationsOf } from './answers.js';
import { createDocument } from './document.js';

/** The pages of `docs/` that the service serves, by their addresses. */
export const GUIDES: Record<string, string> = {
  '/docs/guide': 'calling.md',
  '/docs/rules': 'decisions/rules.md',
  '/docs/testing': 'qa.md',
};

/** The media types of files, by the ends of their names. A page has none, and is HTML. */
const TYPES: Record<string, string> = {
  '': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'text/yaml; charset=utf-8',
  '.png': 'image/png',
};

/** The folder `docs/`, as seen from `dist/src/openapi`. */
const DOCS = new URL('../../../docs/', import.meta.url);

/** A text that is served, by its URL or its place in `docs/`. Source maps are not served, so nothing may refer to them. */
const textOf = async (url: string) =>
  (await readFile(new URL(url, DOCS), 'utf8')).replace(/\n\/[/*]# sourceMappingURL=.*\s*$/, '');

/** Where a link of a guide leads: into the same page, to another page that is served, or out; undefined for other files. */
function targetOf(href: string, page: string): string | undefined {
  if (/^(?:#|https?:)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${page}`);
  const served = Object.keys(GUIDES).find((address) => `/${GUIDES[address]}` === pathname);
  return served && served + hash;
}

/** A guide as HTML. Headings have the ids that GitHub gives them; what is not served is no link. */
async function guidePage(page: string): Promise<string> {
  const markdown = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        const id = text.toLowerCase().replace(/[^\w\s-]/g, '');
        return `<h${depth} id="${id.replace(/\s/g, '-')}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = targetOf(href, page);
        const label = this.parser.parseInline(tokens);
        return target ? `<a href="${target}">${label}</a>` : label;
      },
    },
  });
  const text = await textOf(page);
  const parts = { title: /^# (.*)/.exec(text)![1], guide: await markdown.parse(text) };
  const template = await textOf('site/guide.html');
  return template.replace(/\{(title|guide)\}/g, (_match, part: keyof typeof parts) => parts[part]!);
}

type Parts = Record<string, Json>;

/**
 * The document as Swagger UI shows it: responses without headers, refusals without examples, and requests without the
 * members that the service ignores. `/openapi.json` has them.
 */
function readableView(document: OpenAPIObject): OpenAPIObject {
  const { components = {}, ...view } = structuredClone(document);
  const { responses = {}, schemas = {}, securitySchemes } = components as Record<string, Parts>;
  for (const { operation } of operationsOf(view))
    for (const [status, { $ref, description, content }] of Object.entries(operation.responses)) {
      const refusal = responses[String($ref).split('/').at(-1)!];
      operation.responses[status] = refusal ? { description: refusal.description } : { description, content };
    }
  for (const { properties = {} } of Object.values(schemas) as { properties?: Record<string, Json> }[])
    for (const [name, { readOnly }] of Object.entries(properties)) if (readOnly) delete properties[name];
  return { ...view, components: { schemas, securitySchemes } as OpenAPIObject['components'] };
}

/** Serves the document at `/openapi.json` and `/openapi.yaml`, Swagger UI at `/docs`, where `/` leads, and the guide. */
export function serveDocs(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  const { devTokens, publicPath } = app.get(Config);
  let document: OpenAPIObject | undefined;
  const makeDocument = () => (document ??= JSON.parse(JSON.stringify(createDocument(app))) as OpenAPIObject);
  server.get('/', (_request, reply) => reply.redirect(`${publicPath}/docs`));

  /** A page whose links to this service begin with its public path. */
  const linked = (page: string) => page.replace(/(?<= (?:href|src)=")\//g, () => `${publicPath}/`);
  /** Serves what is made when it is first asked for, and compressed once. The document is served without its version. */
  const serve = (address: string, make: () => Promise<string | Buffer>) => {
    const type = TYPES[extname(address)]!;
    const versioned = (content: string | Buffer) => {
      const bytes = Buffer.from(content as string);
      COMPRESSED.set(bytes, new Map());
      return new Versioned(bytes, hash('sha1', bytes), type);
    };
    let made: Promise<Versioned<Buffer>> | undefined;
    server.get(address, async (_request, reply) => {
      made ??= make().then(versioned);
      const answer = await made;
      return address.startsWith('/docs') ? answer : reply.type(type).send(answer.resource);
    });
  };
  serve('/openapi.json', async () => JSON.stringify(makeDocument()));
  serve('/openapi.yaml', async () => stringify(makeDocument()));
  serve('/docs', async () => {
    const page = linked(await textOf('site/index.html'));
    return devTokens ? page : page.replace(/<form.*<\/form>/s, '');
  });
  for (const [address, page] of Object.entries(GUIDES))
    serve(address, async () => linked(await guidePage(page)));
  serve('/docs/assets/style.css', () => textOf('site/style.css'));
  serve('/docs/assets/docs-page.js', () => textOf(import.meta.resolve('./docs-page.js')));
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
    serve(`/docs/assets/${name}`, () => textOf(import.meta.resolve(`swagger-ui-dist/${name}`)));
  const icon = import.meta.resolve('swagger-ui-dist/favicon-32x32.png');
  serve('/docs/assets/favicon-32x32.png', () => readFile(new URL(icon)));
  serve('/docs/assets/document.json', async () => JSON.stringify(readableView(makeDocument())));
}
