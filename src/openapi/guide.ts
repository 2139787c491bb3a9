import { readFile } from 'node:fs/promises';
import { Marked } from 'marked';

/** The pages of `docs/` that the service serves, by their addresses. */
export const GUIDES: Record<string, string> = {
  '/docs/guide': 'calling.md',
  '/docs/rules': 'decisions/rules.md',
  '/docs/testing': 'qa.md',
};

/** The folder as seen from `dist/src/openapi`. */
const FOLDER = new URL('../../../docs/', import.meta.url);

/** Where a link of a page leads: into the same page, to another page that is served, or out; undefined for other files. */
function targetOf(href: string, page: string): string | undefined {
  if (/^(?:#|https?:)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${page}`);
  const served = Object.keys(GUIDES).find((address) => `/${GUIDES[address]}` === pathname);
  return served && served + hash;
}

/** A page of the guide as HTML. Headings have the ids that GitHub gives them; what is not served is no link. */
export async function renderGuide(page: string, stylesheet: string): Promise<string> {
  const markdown = new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        const id = text
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/\s/g, '-');
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = targetOf(href, page);
        const label = this.parser.parseInline(tokens);
        return target ? `<a href="${target}">${label}</a>` : label;
      },
    },
  });
  const text = await readFile(new URL(page, FOLDER), 'utf8');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${/^# (.*)/.exec(text)?.[1]}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<header class="bar"><nav aria-label="Documents">
<a href="/docs">Operations</a>
<a href="/docs/guide">Guide</a>
<a href="/docs/rules">Rules</a>
<a href="/docs/testing">Testing</a>
</nav></header>
<main class="guide">${await markdown.parse(text)}</main>
</body>
</html>
`;
}
