import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Marked } from 'marked';
import { Config } from '../common/config.js';
import { COMPRESSED } from '../common/http/compression.js';
import { Versioned } from '../common/http/etag.js';
import { createDocument } from './document.js';
import { type Json, operationsOf } from './responses.js';

/** The pages of `docs/` that the service serves, by URL path. */
export const GUIDES: Record<string, string> = {
  '/docs/guide': 'calling.md',
  '/docs/rules': 'decisions/rules.md',
  '/docs/testing': 'qa.md',
};

/** The media types of files, by extension. A page has no extension and is HTML. */
const TYPES: Record<string, string> = {
  '': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yaml': 'text/yaml; charset=utf-8',
  '.png': 'image/png',
};

/** The folder `docs/`, relative to `dist/src/openapi`. */
const DOCS = new URL('../../../docs/', import.meta.url);

/** Reads a text by its URL or its path in `docs/`, without the reference to a source map: none is served. */
const textOf = async (url: string) =>
  (await readFile(new URL(url, DOCS), 'utf8')).replace(/\n\/[/*]# sourceMappingURL=.*\s*$/, '');

/** The target of a guide's link: an anchor, a served page or an external URL; undefined for other files. */
function targetOf(href: string, page: string): string | undefined {
  if (/^(?:#|https?:)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${page}`);
  const served = Object.keys(GUIDES).find((address) => `/${GUIDES[address]}` === pathname);
  return served && served + hash;
}

/** Converts a guide to HTML. Headings get GitHub's ids; a link to a file that is not served becomes text. */
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
 * The document for Swagger UI: responses without headers, refusals without examples, and requests without the
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

/** Serves the OpenAPI document, Swagger UI at `/docs`, to which `/` redirects, and the guides. */
export function serveDocs(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  const { devTokens, publicPath } = app.get(Config);
  let document: OpenAPIObject | undefined;
  const makeDocument = () => (document ??= JSON.parse(JSON.stringify(createDocument(app))) as OpenAPIObject);
  server.get('/', (_request, reply) => reply.redirect(`${publicPath}/docs`));

  /** Prefixes a page's links to this service with the public path. */
  const linked = (page: string) => page.replace(/(?<= (?:href|src)=")\//g, () => `${publicPath}/`);
  /** Serves content built on the first request and compressed once. Outside `/docs` it has no `ETag`. */
  const serve = (address: string, make: () => Promise<string | Buffer>) => {
    const type = TYPES[extname(address)]!;
    const versioned = (content: string | Buffer) => {
      const bytes = Buffer.from(content as string);
      COMPRESSED.set(bytes, new Map());
      return new Versioned(bytes, hash('sha1', bytes), type);
    };
    let built: Promise<Versioned<Buffer>> | undefined;
    server.get(address, async (_request, reply) => {
      built ??= make().then(versioned);
      const response = await built;
      return address.startsWith('/docs') ? response : reply.type(type).send(response.resource);
    });
  };
  serve('/openapi.json', async () => JSON.stringify(makeDocument()));
  serve('/openapi.yaml', async () => (await import('yaml')).stringify(makeDocument()));
  // The addresses of Nest's own document, which its users try first.
  for (const form of ['json', 'yaml'])
    server.get(`/docs-${form}`, (_request, reply) => reply.redirect(`${publicPath}/openapi.${form}`));
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
