import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { createDocument } from './document.js';
import { signInPlugin } from './swagger-ui.plugin.js';

/** The page's title. The tag behind it makes a phone show the page at its own width: there is no option for it. */
const TITLE = 'Events and Gigs</title><meta name="viewport" content="width=device-width, initial-scale=1">';

/** Styles the plugin's bar, hides the empty column of links, and makes tables and heads fit a phone. */
const STYLE = `
  html { scroll-padding-top: 48px; }
  .sign-in-bar { position: sticky; top: 0; z-index: 10; padding: 8px 20px; background: #1b1b1b; color: #fff; }
  .sign-in-bar button { border: 0; background: none; color: #9cf; font: inherit; cursor: pointer; }
  .swagger-ui .opblock-body table .response-col_links { display: none; }
  @media (max-width: 640px) {
    .swagger-ui .wrapper { padding: 0 10px; }
    .swagger-ui .opblock-tag, .swagger-ui .opblock-summary-control { flex-wrap: wrap; }
    .swagger-ui .opblock-tag small, .swagger-ui .opblock-summary-operation-id { flex-basis: 100%; order: 1; padding: 0; }
    .swagger-ui .opblock-summary-path-description-wrapper { flex: 1; min-width: 0; flex-wrap: wrap; }
    .swagger-ui .opblock-body table :is(thead, tr, td) { display: block; width: auto; min-width: 0; }
    .swagger-ui .opblock-body table thead { display: none; }
  }
`;

/** Serves the document at `/openapi.json` and `/openapi.yaml`, and Swagger UI at `/docs`, where `/` leads. */
export function serveDocs(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .get('/', (_request, reply) => reply.redirect('/docs'));
  SwaggerModule.setup('docs', app, () => createDocument(app), {
    jsonDocumentUrl: '/openapi.json',
    yamlDocumentUrl: '/openapi.yaml',
    customSiteTitle: TITLE,
    customCss: STYLE,
    swaggerOptions: {
      persistAuthorization: true,
      displayOperationId: true,
      displayRequestDuration: true,
      filter: true,
      tryItOutEnabled: true,
      plugins: [signInPlugin],
    },
  });
}
