import { api, unwrap } from './api.js';
import { time } from './cards.js';
import { html } from './html.js';

const SENTENCES = {
  APPLICATION_RECEIVED: ({ applicantName, gigTitle }) => `${applicantName} applies for ${gigTitle}.`,
  APPLICATION_ACCEPTED: ({ gigTitle, note }) => `You are accepted for ${gigTitle}. ${note ?? ''}`,
  APPLICATION_REJECTED: ({ gigTitle, note }) => `You are not accepted for ${gigTitle}. ${note ?? ''}`,
  GIG_CHANGED: ({ gigTitle, changed }) => `${gigTitle} has changed: ${changed?.join(', ') ?? 'see there'}.`,
  GIG_CANCELLED: ({ gigTitle }) => `${gigTitle} is cancelled.`,
  EVENT_STARTS: ({ eventTitle, startAt }) => `${eventTitle} starts on ${time(startAt)}.`,
};
export const sentenceOf = ({ type, data }) => SENTENCES[type]?.(data) ?? 'There is news.';

const row = ({ type, data, readAt, createdAt, id }) => html`<li id="${id}">
  <a href="#/${type === 'APPLICATION_RECEIVED' ? 'desk' : `event/${data.gigId ?? data.eventId}`}">${sentenceOf({ type, data })}</a>
  <p>${time(createdAt)} ${!readAt && html`<strong>new</strong>`}</p></li>`;

export async function inbox({ signal, act }) {
  const { data } = unwrap(await api.GET('/notifications'));
  const list = html`<ul>${data.map(row)}</ul>`;
  let until = data[0]?.createdAt;
  const add = ({ detail }) => {
    document.getElementById(detail.id)?.remove(); // one may come twice
    list.prepend(row(detail));
    until = detail.createdAt;
  };
  addEventListener('notification', /** @type {any} */ (add), { signal });
  const markAll = () => act(api.PATCH('/notifications', { body: { read: true, until } }), 'All are read.');
  return html`<h1>Inbox</h1> <button @click=${markAll}>Mark all as read</button> ${list}`;
}
