import { signToken } from '../support/tokens.js';
import { type Plan, USERS } from './plans.js';

/** An existing resource: the ids of its path, and its owner (none, if it comes from a feed). */
interface Thing {
  ids: string[];
  owner: string | null;
}

/** A request as it is sent. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** The maximum of known resources of a kind. It is small, so that requests meet the same ones. */
const REMEMBERED = 25;
const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';
const FORGED = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.';
/** The kinds of resources that a body names. */
const NAMED = { event: '/events/{}', application: '/gigs/{}/applications/{}' } as const;
const PARAMETER = /\{\w+\}/g;

/** The kind of resource that a path names: the path without its ids, such as `/gigs/{}/applications/{}`. */
const kindOf = (template: string) => template.replace(PARAMETER, '{}');
/** The ids of a path that follows the template. */
const idsOf = (template: string, path: string) =>
  path
    .split('?', 1)[0]!
    .split('/')
    .filter((_, index) => template.split('/')[index]?.startsWith('{'));

/** The resources that exist according to the responses, for later requests. */
export class World {
  private readonly things = new Map<string, Thing[]>();
  /** The sender of each application, by its path: only they can withdraw it. */
  private readonly applicants = new Map<string, string>();
  private readonly tokens = new Map([...USERS, 'nothing'].map((user) => [user, signToken({ sub: user })]));

  constructor() {
    for (const user of USERS) this.add('/users/{}', { ids: [user], owner: user });
  }

  add(kind: string, thing: Thing): void {
    const known = this.things.get(kind) ?? [];
    if (known.some(({ ids }) => ids.join() === thing.ids.join())) return;
    this.things.set(kind, [...known, thing].slice(-REMEMBERED));
  }

  /** Makes a request of a plan with existing resources. */
  request(plan: Plan): Sent {
    const [method, template] = plan.operation.split(' ') as [string, string];
    const { path, owner: named } = this.fill(template, plan.ids);
    const owner = template.endsWith('/withdrawal') ? this.applicants.get(path) : named;
    const sender = plan.sender === 'owner' ? (owner ?? 'alice') : plan.sender;
    // A user who deletes all own data has nothing that other requests need.
    const isLeaving = plan.operation === 'DELETE /users/me' && USERS.includes(sender);
    const token = this.token(isLeaving ? 'nothing' : sender);
    const headers = { ...plan.headers, ...(token && { Authorization: `Bearer ${token}` }) };
    const body =
      typeof plan.body === 'string' ? plan.body.replace(/@(event|application):(\d+)/g, this.idAt) : plan.body;
    const query = plan.query.replace(/%40(event)%3A(\d+)/g, this.idAt);
    return { method, path: query ? `${path}?${query}` : path, headers, body };
  }

  /** Records from a success what exists now, and what does not. */
  learn(template: string, { method, path }: Sent, body: Record<string, unknown> | undefined): void {
    const ids = idsOf(template, path);
    if (method === 'DELETE' && !body) this.remove(ids.join()); // with a body in the response, the resource still exists
    const list = Array.isArray(body?.data) ? body.data : [body];
    const kind = `${kindOf(template.replace(/^\/gigs(?=$)/, '/events'))}/{}`;
    for (const item of list) {
      const id = item?.id ?? item?.eventId;
      if (typeof id !== 'string' || template.endsWith('}') || 'outcome' in item) continue;
      const owner = item.creatorId ?? item.ownerId ?? item.recipientId ?? this.ownerOf(ids);
      this.learnAddresses(item);
      this.add(kind, { ids: [...ids, id], owner });
      if (item.applicantId)
        this.applicants.set(`/gigs/${item.gigId}/applications/${id}/withdrawal`, item.applicantId);
      if (kind === '/events/{}' && item.type === 'GIG') this.add('/gigs/{}', { ids: [id], owner });
    }
  }

  /** The token of a calendar, which appears only in its addresses. */
  private learnAddresses({ icsUrl }: Record<string, unknown>): void {
    const token = /([\w-]+)\.ics$/.exec(String(icsUrl))?.[1];
    if (!token) return;
    for (const format of ['ics', 'rss']) this.add(`/calendars/{}.${format}`, { ids: [token], owner: null });
  }

  private remove(path: string): void {
    for (const [kind, things] of this.things)
      this.things.set(
        kind,
        things.filter(({ ids }) => ids.join() !== path),
      );
  }

  private ownerOf(ids: string[]): string | null {
    const things = [...this.things.values()].flat();
    return things.find((thing) => thing.ids.join() === ids.join())?.owner ?? null;
  }

  private readonly idAt = (_: string, kind: keyof typeof NAMED, at: string) =>
    this.pick(NAMED[kind], Number(at))?.ids.at(-1) ?? UNKNOWN;

  private pick(kind: string, at: number): Thing | undefined {
    const things = this.things.get(kind) ?? [];
    return things[at % things.length];
  }

  /** The path with an id for each parameter. From right to left, the ids are of one existing resource. */
  private fill(template: string, choices: Plan['ids']): { path: string; owner: string | null } {
    const parameters = [...template.matchAll(PARAMETER)];
    const kinds = [...this.things.keys()];
    const ids = new Array<string>(choices.length);
    let owner: string | null = null;
    for (let index = choices.length - 1; index >= 0; index -= 1) {
      const choice = choices[index] as Plan['ids'][number];
      const { 0: name, index: start } = parameters[index] as RegExpMatchArray & { index: number };
      if (ids[index] !== undefined) continue;
      if ('raw' in choice) ids[index] = choice.raw;
      else if ('foreign' in choice)
        ids[index] =
          this.pick(kinds[choice.foreign % kinds.length] as string, choice.foreign)?.ids.at(-1) ?? UNKNOWN;
      else {
        const end = template.indexOf('/', start + name.length);
        const kind = kindOf(end < 0 ? template : template.slice(0, end));
        const thing = this.pick(kind, choice.existing);
        owner ??= thing?.owner ?? null;
        for (let at = index; at >= 0; at -= 1)
          if ('existing' in (choices[at] as object))
            ids[at] ??= encodeURIComponent(thing?.ids[at] ?? UNKNOWN);
      }
    }
    return { path: template.replace(PARAMETER, () => ids.shift() as string), owner };
  }

  private token(sender: string): string | undefined {
    if (sender === 'nobody') return undefined;
    return sender === 'forger' ? FORGED : this.tokens.get(sender);
  }
}
