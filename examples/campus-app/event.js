import { api, unwrap } from './api.js';
import { badges, card, link, plain, time } from './cards.js';
import { html, onSubmit } from './html.js';

export async function event({ id, act }) {
  const params = { path: { id, action: /** @type {const} */ ('SAVE') } };
  const query = { include: /** @type {any} */ (['creator', 'viewer', 'counts']) };
  const found = api.GET('/events/{id}', { params: { ...params, query } });
  const { data: similar } = unwrap(await api.GET('/events/{id}/similar', { params }));
  const event = unwrap(await found);
  const { title, description, startAt, endAt, location, tags, creator, viewer } = event;
  const save = () =>
    act(api.POST('/events/{id}/interactions', { params, body: { action: 'SAVE' } }), 'Saved.');
  const remove = () => act(api.DELETE('/events/{id}/interactions/{action}', { params }), 'Removed.');
  return html`<h1>${title}</h1> ${badges(event)}
    <p><strong>${time(startAt)}</strong> ${endAt && `to ${time(endAt)}`}, ${location.name}</p>
    <p>${description}</p>
    ${creator && html`<p><strong>${creator.name}</strong> ${creator.headline}</p>`}
    <nav class="chips" aria-label="Tags">${tags.map((tag) => link('search', { tag }))}</nav>
    <p>${viewer.saved ? html`<button @click=${remove}>Unsave</button>` : html`<button @click=${save}>Save</button>`}
      ${viewer.isOwner && html`<a href="#/desk">To your desk</a>`}
      ${event.seriesId && link('search', { seriesId: event.seriesId }, 'All dates')}</p>
    ${viewer.application ? applied(id, viewer.application, act) : viewer.canApply && form(id, act)}
    <h2>Similar</h2> <ul>${similar.map(card)}</ul>`;
}

function form(gigId, act) {
  const apply = (body) =>
    act(api.POST('/gigs/{gigId}/applications', { params: { path: { gigId } }, body }), 'Applied.');
  return html`<form @submit=${onSubmit(apply)}>
    <label>Your message <textarea name="message" maxlength="5000"></textarea></label> <button>Apply</button></form>`;
}

function applied(gigId, { id, status, withdrawnAt }, act) {
  const params = { path: { gigId, applicationId: id } };
  const path = '/gigs/{gigId}/applications/{applicationId}/withdrawal';
  const withdraw = () => act(api.PUT(path, { params }), 'Withdrawn.');
  const renew = () => act(api.DELETE(path, { params }), 'Applied again.');
  if (withdrawnAt) return html`<p>You have withdrawn. <button @click=${renew}>Apply again</button></p>`;
  return html`<p>Your application is ${plain(status)}.
    ${status === 'PENDING' && html`<button @click=${withdraw}>Withdraw</button>`}</p>`;
}
