import { api, unwrap } from './api.js';
import { html } from './html.js';

/** Days, in filters and on cards, are those of the user. */
export const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' };
export const time = (instant) => new Intl.DateTimeFormat('en', CLOCK).format(new Date(instant));
/** `MOVING_DELIVERY` for people. */
export const plain = (word) => word.toLowerCase().replaceAll('_', ' ');

/** @param {import('events-and-gigs-client').ListedEventDto} event */
export function badges({ status, type, category, compensation, viewer, counts }) {
  const { amount, currency, type: unit } = compensation ?? {};
  const pay = unit && Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
  const application = viewer?.application;
  const words = [
    status !== 'OPEN' && plain(status),
    type === 'GIG' && (pay ? `${pay} ${plain(unit)}` : 'gig'),
    category && plain(category),
    viewer?.isOwner && 'yours',
    viewer?.saved && 'saved',
    application && (application.withdrawnAt ? 'withdrawn' : `applied: ${plain(application.status)}`),
    counts?.interested && `${counts.interested} interested`,
    counts?.applications?.pending && `${counts.applications.pending} to decide`,
  ];
  return html`<p class="badges">${words.map((word) => word && html`<span>${word}</span>`)}</p>`;
}

export const card = (event) => html`<li>
  <a href="#/event/${event.id}">${event.title}</a>
  <p>${time(event.startAt)}, ${event.location.name}${event.creator && `, by ${event.creator.name}`}</p>
  ${badges(event)}</li>`;

/** The cards of a list, with a button for the next page. */
export async function eventList(filters) {
  const query = { view: 'card', include: ['creator', 'viewer', 'counts'], tz, ...filters };
  const { data, nextCursor, didYouMean } = unwrap(await api.GET('/events', { params: { query } }));
  const more = async ({ target }) => target.replaceWith(await eventList({ ...filters, cursor: nextCursor }));
  if (data.length === 0)
    return html`<p>Nothing is here. ${didYouMean && link('search', { q: didYouMean }, `Try ${didYouMean}`)}</p>`;
  return html`<ul>${data.map(card)}</ul>${nextCursor && html`<button @click=${more}>More</button>`}`;
}

/** A link to a screen with filters. */
export const link = (screen, filters, text = Object.values(filters).join(), current = false) =>
  html`<a href="#/${screen}?${new URLSearchParams(filters)}" aria-current="${current}">${text}</a>`;

/** Links that each set one filter of a screen. */
export const chips = (screen, name, choices, chosen = '') => html`<nav class="chips" aria-label="${name}">
  ${Object.entries(choices).map(([text, value]) => link(screen, { [name]: value }, text, value === chosen))}</nav>`;
