import { hash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';

// Serves `examples/campus-app` at `/app`. The demo loads this file into the process of the service by Node's
// `--import`, so that page and API have one origin. The service itself has no such page.

const EXAMPLE = new URL('../../examples/campus-app/', import.meta.url);

/** The modules of packages, by the names that the import map of the page gives them. */
const PACKAGES: Record<string, string> = {
  'client.js': import.meta.resolve('events-and-gigs-client'),
  'openapi-fetch.js': import.meta.resolve('openapi-fetch'),
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Reads a file of the page for each request, so that a changed one needs no restart. */
const read = (name: string) => readFile(new URL(PACKAGES[name] ?? name, EXAMPLE), 'utf8');

/** That of `/docs`, without inline styles. An import map is always inline: its hash admits it. */
async function contentPolicy(): Promise<string> {
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(await read('index.html')) ?? [];
  return (
    `default-src 'self'; script-src 'self' 'sha256-${hash('sha256', map, 'base64')}'; img-src 'self' data:; ` +
    "base-uri 'self'; form-action 'self'; frame-ancestors 'self'; object-src 'none'"
  );
}

const policy = await contentPolicy();

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  const options = {
    // Hooks of a route run last, so that this one has the last word on the headers.
    onSend: async (_request: unknown, reply: { header(name: string, value: string): unknown }) => {
      reply.header('content-security-policy', policy);
    },
  };
  for (const path of ['/app', '/app/:name'])
    fastify.get<{ Params: { name?: string } }>(path, options, async ({ params }, reply) => {
      const { name = 'index.html' } = params;
      const type = TYPES[extname(name)];
      const text = type && /^[\w-]+\.\w+$/.test(name) && (await read(name).catch(() => null));
      return text ? reply.type(type).send(text) : reply.callNotFound();
    });
});
