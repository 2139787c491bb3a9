/**
 * The script of the page at `/docs`. Only browsers run it, so it imports nothing. It starts Swagger UI with a bar to
 * sign in by, a filter over whole operations, and a quick way to follow references.
 */

/** JSON, or a part of Swagger UI, which has no types. */
// biome-ignore lint/suspicious/noExplicitAny: Swagger UI has no types
type Any = any;

declare const document: Any;
declare function SwaggerUIBundle(options: object): void;

const { people } = document.querySelector('#swagger-ui').dataset;
/** The names of the demo's people by their ids; null where the service gives no tokens. */
const PEOPLE: Record<string, string> | null = people ? JSON.parse(people) : null;
const LINKS = { Guide: '/docs/guide', 'openapi.json': '/openapi.json', 'openapi.yaml': '/openapi.yaml' };
const SCHEME = 'bearer';

/** Whom a token names, only to show it: the service alone verifies tokens. */
function nameIn(token: unknown): string {
  try {
    const payload = String(token).split('.')[1]?.replace(/-/g, '+').replace(/_/g, '/') ?? '';
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const { sub, name = sub } = JSON.parse(new TextDecoder().decode(bytes));
    return name === sub ? sub : `${name} (${sub})`;
  } catch {
    return 'nobody: the token is not a JWT';
  }
}

function authorize({ authActions, specSelectors }: Any, value?: string): void {
  const schema = specSelectors.specJson().getIn(['components', 'securitySchemes', SCHEME]);
  authActions.authorizeWithPersistOption({ [SCHEME]: { name: SCHEME, schema, value } });
}

/** Signs in with a development token. @returns why the service refuses, or an empty text */
async function signIn(system: Any, userId: string): Promise<string> {
  const response = await fetch('/auth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId, name: PEOPLE?.[userId] ?? userId }),
  });
  const { accessToken, detail, errors } = (await response.json()) as Any;
  if (response.ok) authorize(system, accessToken);
  return response.ok
    ? ''
    : (errors?.map((fault: Any) => `${fault.pointer} ${fault.detail}`).join() ?? detail);
}

/** The operations that have every word of the phrase in their method, path, summary, id or tag, in any case. */
function opsFilter(groups: Any, phrase: string): Any {
  const words = phrase.toLowerCase().split(/\s+/);
  const isFound = (tag: string) => (item: Any) => {
    const names = ['summary', 'operationId'].map((name) => item.getIn(['operation', name]));
    const text = [tag, item.get('method'), item.get('path'), ...names].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group: Any, tag: string) => group.update('operations', (all: Any) => all.filter(isFound(tag))))
    .filter((group: Any) => group.get('operations').size > 0);
}

/**
 * The part of the document at a path, with its references followed. Swagger UI's own way takes most of the time in
 * which an operation opens. The document is one file, and no schema contains itself.
 */
async function resolveSubtree(root: Any, path: string[]): Promise<{ spec: Any; errors: [] }> {
  const known = new Map<string, Any>();
  const at = (keys: string[]) => keys.reduce((node, key) => node?.[key], root);
  const follow = (ref: string) => {
    if (!known.has(ref)) known.set(ref, resolve(at(ref.slice(2).split('/'))));
    return known.get(ref);
  };
  const resolve = (node: Any): Any => {
    if (Array.isArray(node)) return node.map(resolve);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...members } = node;
    const own = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, resolve(value)]));
    return typeof $ref === 'string' ? { ...follow($ref), ...own } : own;
  };
  return { spec: resolve(at(path)), errors: [] };
}

/** A token that is made on the page signs the page in. */
const setResponse = (original: Any, system: Any) => (path: string, method: string, response: Any) => {
  if (path === '/auth/token' && response.status === 201) authorize(system, response.body?.accessToken);
  return original(path, method, response);
};

/** An operation that answers a stream cannot be executed: Swagger UI would wait for its end. */
const allowTryItOutFor =
  (original: Any, { specSelectors }: Any) =>
  (state: Any, path: string, method: string) => {
    const answer = ['paths', path, method, 'responses', '200', 'content', 'text/event-stream'];
    return !specSelectors.specJson().getIn(answer) && original(state, path, method);
  };

function plugin({ React: { createElement: h, useState } }: Any): object {
  const button = (label: string, onClick?: () => void) =>
    h('button', { type: onClick ? 'button' : 'submit', key: label, onClick }, label);

  /** Says who is signed in, signs in and out, and leads to the guide and the document. */
  function Bar(system: Any): unknown {
    const [fault, setFault] = useState('');
    const token = system.authSelectors.authorized()?.getIn([SCHEME, 'value']);
    const enter = (userId: string) =>
      signIn(system, userId).then(setFault, ({ message }) => setFault(message));
    const submit = (event: Any) => {
      event.preventDefault();
      void enter(event.target.elements.userId.value.trim());
    };
    const field = { name: 'userId', required: true, autoComplete: 'off', placeholder: 'or a name' };
    return h(
      'header',
      { className: 'bar' },
      h('span', { role: 'status' }, fault || (token ? `Signed in as ${nameIn(token)}` : 'Not signed in')),
      token && button('Sign out', () => system.authActions.logoutWithPersistOption([SCHEME])),
      PEOPLE &&
        h(
          'form',
          { onSubmit: submit, 'aria-label': 'Sign in' },
          Object.entries(PEOPLE).map(([id, name]) => button(name.split(' ')[0]!, () => enter(id))),
          h('input', { ...field, 'aria-label': 'Name' }),
          button('Sign in'),
        ),
      h(
        'nav',
        { 'aria-label': 'Documents' },
        Object.entries(LINKS).map(([label, href]) => h('a', { href, key: href }, label)),
      ),
    );
  }

  const FilterContainer = ({ layoutActions, layoutSelectors }: Any) =>
    h('input', {
      type: 'search',
      className: 'search',
      'aria-label': 'Filter operations',
      placeholder: 'Filter by path, summary, operation or tag',
      value: layoutSelectors.currentFilter() === true ? '' : layoutSelectors.currentFilter(),
      onChange: ({ target }: Any) => layoutActions.updateFilter(target.value),
    });

  const Layout = ({ getComponent }: Any) =>
    h('div', null, h(getComponent('Bar', true)), h(getComponent('BaseLayout', true)));

  return {
    fn: { opsFilter, resolveSubtree },
    components: { Bar, Layout, FilterContainer },
    statePlugins: { spec: { wrapActions: { setResponse }, wrapSelectors: { allowTryItOutFor } } },
  };
}

SwaggerUIBundle({
  dom_id: '#swagger-ui',
  spec: await (await fetch('/docs/assets/document.json')).json(),
  layout: 'Layout',
  plugins: [plugin],
  deepLinking: true,
  persistAuthorization: true,
  displayOperationId: true,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
});

export {};
