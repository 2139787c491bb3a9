/**
 * The script of the page at `/docs`. Only browsers run it, so it imports nothing. It starts Swagger UI with a
 * filter over whole operations and a fast resolver of references, fills in the ids of the last response, and
 * signs in from the bar.
 */

/** JSON, or a part of Swagger UI, which has no types. */
// biome-ignore lint/suspicious/noExplicitAny: Swagger UI has no types
type Any = any;

declare const document: Any;
declare function matchMedia(query: string): { matches: boolean };
declare function SwaggerUIBundle(options: object): Any;

/** The base URL of the service: a proxy may serve it below a path. */
const SERVICE = new URL('../..', import.meta.url);
const SCHEME = 'bearer';
const [status, fault, signOut, form] = ['[role=status]', '[role=alert]', 'button', 'form'].map((part) =>
  document.querySelector(`.bar ${part}`),
);
const spec: Any = await (await fetch(new URL('document.json', import.meta.url))).json();

const NO_HIT = 'No operation has all of these words.';
const STREAM =
  'This page cannot execute a stream, because it has no end. The code above reads it; so does curl -N.';
const NO_TOKEN = 'You are not signed in, or your token has expired. ';
const SIGN_IN = form ? 'Sign in at the top' : 'Paste a token at Authorize';

/** The user that a token names, for display only: the service verifies tokens. */
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

/** The operations with every word of the phrase in their method, path, summary, id or tag, in any case. */
function opsFilter(groups: Any, phrase: string): Any {
  const words = phrase.toLowerCase().split(/\s+/);
  const matches = (tag: string) => (item: Any) => {
    const names = ['summary', 'operationId'].map((name) => item.getIn(['operation', name]));
    const text = [tag, item.get('method'), item.get('path'), ...names].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group: Any, tag: string) => group.update('operations', (all: Any) => all.filter(matches(tag))))
    .filter((group: Any) => group.get('operations').size > 0);
}

/**
 * Resolves the references in the part of the document at a path. Swagger UI's own resolver takes most of the
 * time in which an operation opens. The document is one file, and no schema contains itself.
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

/** The ids that this page filled in. It replaces these and the examples, but nothing that the user typed. */
const filledIn = new Set<string>();
/** The resources whose ids stand in bodies, by the member. */
const MEMBERS: Record<string, string> = { eventId: 'events', ids: 'applications' };

/** The ids in a response by resource, of a list those of its first item. A gig is an event too. */
function idsIn(path: string, response: Any): Record<string, string> {
  const { id, type, gigId, eventId = gigId } = response?.data?.[0] ?? response ?? {};
  const name = path
    .replace(/\/(received|similar|\{\w+\})$/, '')
    .split('/')
    .at(-1)!;
  if (name !== 'events' && name !== 'gigs') return { [name]: id, gigs: gigId, events: eventId };
  return type === 'GIG' ? { events: id, gigs: id } : { events: id };
}

/** Fills in the ids of what was created, read or listed, wherever an operation takes one. */
function fillIn(ids: Record<string, string>): void {
  const next = (old: string | undefined, example: string, resource: string) => {
    const id = ids[resource];
    return id && (!old || old === example || filledIn.has(old)) ? id : old;
  };
  const { specSelectors, specActions, oas3Selectors, oas3Actions } = ui;
  for (const [route, methods] of Object.entries<Any>(spec.paths))
    for (const [method, { requestBody }] of Object.entries<Any>(methods)) {
      const pathMethod = [route, method];
      for (const [, resource = '', parameter] of route.matchAll(/(\w+)\/\{(id|\w+Id)\}/g)) {
        const items = specSelectors.specJson().getIn(['paths', ...pathMethod, 'parameters']);
        const item = items.find((each: Any) => each.get('name') === parameter);
        const old = specSelectors.parameterWithMetaByIdentity(pathMethod, item).get('value');
        const value = next(old, item.get('example'), resource);
        if (value !== old) specActions.changeParamByIdentity(pathMethod, item, value, false);
      }
      const example = requestBody?.content['application/json']?.example ?? {};
      for (const [member, resource] of Object.entries(MEMBERS)) {
        if (!example[member]) continue;
        const text = oas3Selectors.requestBodyValue(route, method) ?? JSON.stringify(example, null, 2);
        const value = text.replace(
          new RegExp(`("${member}":[\\s[]*")([^"]*)`),
          (_: string, start: string, old: string) => start + next(old, `${example[member]}`, resource),
        );
        if (value === text) continue;
        oas3Actions.setRequestBodyValue({ value, pathMethod });
        oas3Actions.setRetainRequestBodyValueFlag({ value: true, pathMethod });
      }
    }
  for (const value of Object.values(ids)) filledIn.add(value);
}

/** Signs in with a token that was requested on the page, and carries ids over. */
const setResponse = (original: Any) => (path: string, method: string, response: Any) => {
  if (path === '/auth/token' && response.status === 201) authorize(response.body?.accessToken);
  if (response.ok) fillIn(idsIn(path, response.body));
  return original(path, method, response);
};

/** Clears the old response if a required value is missing: Swagger UI sends nothing then. */
const clearValidateParams = (original: Any) => (pathMethod: string[]) => {
  ui.specActions.clearResponse(...pathMethod);
  return original(pathMethod);
};

/** Leads to where a user signs in. */
function showSignIn(): void {
  const place = form?.elements[0] ?? document.querySelector('.swagger-ui .authorize');
  place.scrollIntoView({ block: 'center' });
  place.focus();
}

const plugin = ({ React: { createElement: h } }: Any) => {
  const note = (...parts: Any[]) => h('p', { key: 'note', role: 'status', className: 'note' }, ...parts);
  return {
    fn: { opsFilter, resolveSubtree },
    components: {
      FilterContainer: ({ layoutActions, layoutSelectors }: Any) =>
        h('input', {
          type: 'search',
          className: 'search',
          'aria-label': 'Filter operations',
          placeholder: 'Filter by path, summary, operation or tag',
          value: layoutSelectors.currentFilter() === true ? '' : layoutSelectors.currentFilter(),
          onChange: ({ target }: Any) => layoutActions.updateFilter(target.value),
        }),
    },
    wrapComponents: {
      // On a phone, the operations come first.
      InfoContainer: (Original: Any) => (props: Any) =>
        h(
          'details',
          { className: 'about', open: matchMedia('(min-width: 641px)').matches },
          h('summary', null, 'About this service'),
          h(Original, props),
        ),
      operations: (Original: Any) => (props: Any) =>
        props.specSelectors.taggedOperations().size === 0 ? note(NO_HIT) : h(Original, props),
      execute: (Original: Any) => (props: Any) =>
        props.operation.hasIn(['responses', '200', 'content', 'text/event-stream'])
          ? note(STREAM)
          : h(Original, props),
      liveResponse: (Original: Any) => (props: Any) => [
        props.response.get('status') === 401 &&
          note(NO_TOKEN, h('button', { type: 'button', onClick: showSignIn }, SIGN_IN)),
        h(Original, { key: 'response', ...props }),
      ],
    },
    statePlugins: { spec: { wrapActions: { setResponse, clearValidateParams } } },
  };
};

const ui = SwaggerUIBundle({
  dom_id: '#swagger-ui',
  spec: { ...spec, servers: [{ url: SERVICE.pathname }] },
  plugins: [plugin],
  deepLinking: true,
  persistAuthorization: true,
  displayOperationId: true,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
});

function authorize(value: string): void {
  const schema = ui.specSelectors.specJson().getIn(['components', 'securitySchemes', SCHEME]);
  ui.authActions.authorizeWithPersistOption({ [SCHEME]: { name: SCHEME, schema, value } });
}

/** Shows in the bar who is signed in. */
function show(): void {
  const token = ui.authSelectors.authorized()?.getIn([SCHEME, 'value']);
  status.textContent = token ? `Signed in as ${nameIn(token)}` : 'Not signed in';
  signOut.hidden = !token;
}

/** Signs in with a development token. After a failure, the user of before stays signed in. */
async function signIn(userId: string, name: string): Promise<void> {
  fault.textContent = '';
  try {
    const response = await fetch(new URL('auth/token', SERVICE), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId, name }),
    });
    const { accessToken, detail, errors } = (await response.json()) as Any;
    if (response.ok) return authorize(accessToken);
    const faults = errors?.map(({ pointer, detail }: Any) => `${pointer} ${detail}`);
    throw new Error(faults?.join() ?? detail);
  } catch (error) {
    fault.textContent = `The sign-in failed: ${(error as Error).message}`;
  }
}

show();
ui.getStore().subscribe(show);
signOut.onclick = () => ui.authActions.logoutWithPersistOption([SCHEME]);
// Without development tokens, the bar has no form.
for (const person of form?.querySelectorAll('[title]') ?? [])
  person.onclick = () => signIn(person.value, person.title);
form?.addEventListener('submit', (event: Any) => {
  event.preventDefault();
  const typed = form.elements.userId.value.trim();
  void signIn(typed, typed);
});

export {};
