import { api, signIn, unwrap, user } from './api.js';
import { create } from './create.js';
import { desk } from './desk.js';
import { event } from './event.js';
import { inbox, sentenceOf } from './inbox.js';
import { agenda, home, search } from './lists.js';
import { map } from './map.js';

/** Each makes a screen of one or two requests. `#/search?q=jazz` is `search` with this filter of events. */
const screens = { home, search, map, event, agenda, desk, inbox, create };
/** @type {(selector: string) => any} */
const find = (selector) => document.querySelector(selector);
let leaving = new AbortController();

async function show() {
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const [path, query] = location.hash.slice(2).split('?');
  const [name = '', id] = path.split('/');
  const filters = Object.fromEntries(new URLSearchParams(query));
  const content = await (screens[name] ?? home)({ id, filters, signal, act });
  if (signal.aborted) return;
  find('main').replaceChildren(content);
  for (const link of find('nav').children) link.ariaCurrent = `${link.hash === `#/${name || 'home'}`}`;
}

/** Sends a change, says what is done, and shows the screen as it is now. */
async function act(request, done) {
  const data = unwrap(await request);
  say(typeof done === 'string' ? done : done(data));
  await Promise.all([show(), countUnread()]);
  return data;
}

const say = (text) => find('[role=status]').replaceChildren(text);

async function countUnread() {
  find('#unread').textContent = unwrap(await api.GET('/notifications/unread-count')).count || '';
}

async function follow() {
  for await (const notification of api.notifications()) {
    dispatchEvent(new CustomEvent('notification', { detail: notification }));
    say(sentenceOf(notification));
    await countUnread();
  }
}

addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  const faults = event.reason.problem?.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`);
  say(faults?.join('. ') ?? event.reason.message);
});
addEventListener('hashchange', () => show().then(() => find('main').focus()));
for (const button of document.querySelectorAll('header button')) {
  const name = button.textContent.toLowerCase();
  button.ariaPressed = `${name === user}`;
  button.addEventListener('click', () => signIn(name).then(() => location.reload()));
}
if (user) void Promise.all([show(), countUnread(), follow()]);
