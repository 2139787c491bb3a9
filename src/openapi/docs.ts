import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../common/config.js';
import { Versioned } from '../common/http/etag.js';
import { createDocument } from './document.js';
import { DEMO_PEOPLE } from './examples.js';
import { GUIDES, renderGuide } from './guide.js';
import { readableView } from './readable-view.js';
import { STYLE } from './style.js';

/** A file of the page. It has its hash in its address, so browsers keep it for ever. */
interface Asset {
  type: string;
  bytes: Buffer;
  version: string;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
};

const require = createRequire(import.meta.url);

/** The files of the page by their names. Source maps are not served, so nothing may refer to them. */
async function readAssets(document: OpenAPIObject): Promise<Map<string, Asset>> {
  const text = async (path: string) =>
    (await readFile(path, 'utf8')).replace(/\n\/[/*]# sourceMappingURL=.*\s*$/, '');
  const ui = (name: string) => require.resolve(`swagger-ui-dist/${name}`);
  const contents: Record<string, string | Buffer> = {
    'swagger-ui.css': await text(ui('swagger-ui.css')),
    'swagger-ui-bundle.js': await text(ui('swagger-ui-bundle.js')),
    'favicon-32x32.png': await readFile(ui('favicon-32x32.png')),
    'docs-page.js': await text(fileURLToPath(new URL('./docs-page.js', import.meta.url))),
    'style.css': STYLE,
    'document.json': JSON.stringify(readableView(document)),
  };
  return new Map(
    Object.entries(contents).map(([name, content]) => {
      const bytes = Buffer.from(content as string);
      const type = TYPES[name.split('.').at(-1)!]!;
      return [name, { type, bytes, version: hash('sha1', bytes).slice(0, 12) }];
    }),
  );
}

/** The page at `/docs`: it has no inline script, so the CSP stays strict. @param href the address of an asset */
function pageOf(href: (asset: string) => string, people: object | null): string {
  const signIn = people ? ` data-people='${JSON.stringify(people)}'` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Events and Gigs</title>
<link rel="icon" type="image/png" href="${href('favicon-32x32.png')}">
<link rel="stylesheet" href="${href('swagger-ui.css')}">
<link rel="stylesheet" href="${href('style.css')}">
<script defer src="${href('swagger-ui-bundle.js')}"></script>
<script type="module" src="${href('docs-page.js')}"></script>
</head>
<body><div id="swagger-ui" data-spec="${href('document.json')}"${signIn}></div></body>
</html>
`;
}

/** Serves the document at `/openapi.json` and `/openapi.yaml`, Swagger UI at `/docs`, where `/` leads, and the guide. */
export function serveDocs(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  const people = app.get(Config).devTokens ? DEMO_PEOPLE : null;
  let document: OpenAPIObject | undefined;
  const makeDocument = () => (document ??= createDocument(app));
  let assets: Promise<Map<string, Asset>> | undefined;
  const load = () => (assets ??= readAssets(makeDocument()));
  const hrefIn = (all: Map<string, Asset>) => (name: string) =>
    `/docs/assets/${all.get(name)?.version}/${name}`;
  const html = (page: string) => new Versioned(page, hash('sha1', page), 'text/html; charset=utf-8');

  SwaggerModule.setup('docs', app, makeDocument, {
    ui: false,
    jsonDocumentUrl: '/openapi.json',
    yamlDocumentUrl: '/openapi.yaml',
  });
  server.get('/', (_request, reply) => reply.redirect('/docs'));
  server.get('/docs', async () => html(pageOf(hrefIn(await load()), people)));
  for (const [address, page] of Object.entries(GUIDES))
    server.get(address, async () => html(await renderGuide(page, hrefIn(await load())('style.css'))));
  server.get<{ Params: { version: string; name: string } }>(
    '/docs/assets/:version/:name',
    async ({ params: { version, name } }, reply) => {
      const asset = (await load()).get(name);
      if (!asset) return reply.callNotFound();
      // While instances of two releases serve, one may be asked for the file of the other.
      if (asset.version === version) reply.header('cache-control', IMMUTABLE);
      return new Versioned(asset.bytes, asset.version, asset.type);
    },
  );
}
