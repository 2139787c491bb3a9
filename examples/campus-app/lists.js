import { api, unwrap } from './api.js';
import { chips, eventList, link, plain } from './cards.js';
import { html, onSubmit } from './html.js';

const WORDS = ['now', 'today', 'tonight', 'tomorrow', 'weekend', 'week'];
const WHEN = Object.fromEntries([['upcoming', ''], ...WORDS.map((word) => [word, word])]);
const ALL = 'SAVED,BOOKMARKED,APPLIED,ACCEPTED,CREATED';
const RELATIONS = { all: ALL, saved: 'SAVED,BOOKMARKED', applied: 'APPLIED,ACCEPTED', yours: 'CREATED' };

export const whenChips = (screen, when) => chips(screen, 'when', WHEN, when);

export const home = async ({ filters }) => html`<h1>What is on</h1>
  ${whenChips('home', filters.when)} ${await eventList(filters)}`;

export const agenda = async ({ filters: { relation = ALL } }) => html`<h1>Your agenda</h1>
  ${chips('agenda', 'relation', RELATIONS, relation)} ${await eventList({ relation })}`;

export async function search({ filters }) {
  const input = html`<input name="q" type="search" value="${filters.q}" autocomplete="off" @input=${suggest}>`;
  const suggestions = html`<nav class="chips" aria-label="Suggestions"></nav>`;
  async function suggest() {
    const q = input.value;
    const { data } = unwrap(await api.GET('/suggestions', { params: { query: { q } } }));
    if (q === input.value) suggestions.replaceChildren(...data.map(suggestionLink));
  }
  const submit = ({ q }) => location.assign(`#/search?${new URLSearchParams({ q })}`);
  const [results] = await Promise.all([location.hash.includes('?') && eventList(filters), suggest()]);
  return html`<h1>Search</h1>
    <form role="search" @submit=${onSubmit(submit)}><label>Words ${input}</label><button>Search</button></form>
    ${suggestions} ${results}`;
}

function suggestionLink({ kind, text, eventId }) {
  if (kind === 'EVENT') return html`<a href="#/event/${eventId}">${text}</a>`;
  if (kind === 'PLACE') return link('search', { q: `"${text}"` }, text);
  return link('search', { [kind.toLowerCase()]: text }, plain(text));
}
