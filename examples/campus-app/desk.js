import { api, unwrap } from './api.js';
import { badges, time } from './cards.js';
import { html, onSubmit } from './html.js';

export async function desk({ act }) {
  const own = api.GET('/gigs', { params: { query: { relation: ['CREATED'], include: ['counts'] } } });
  const query = { status: /** @type {['PENDING']} */ (['PENDING']), withdrawn: false, limit: 100 };
  const received = unwrap(await api.GET('/applications/received', { params: { query } })).data;
  const of = (gig) => received.filter(({ gigId }) => gigId === gig.id);
  return html`<h1>Your desk</h1> ${unwrap(await own).data.map((gig) => section(gig, of(gig), act))}`;
}

function section(gig, applications, act) {
  const params = { path: { gigId: gig.id } };
  const done = ({ data }) =>
    `${data.filter(({ outcome }) => outcome === 'DECIDED').length} of ${data.length} decided.`;
  const decide = ({ status, note }, form) => {
    const body = { ids: form.getAll('ids'), status, note: note || null };
    return act(api.PATCH('/gigs/{gigId}/applications', { params, body }), done);
  };
  const form = html`<form @submit=${onSubmit(decide)}>${applications.map(choice)}
    <label>Note to all that are ticked <textarea name="note" maxlength="2000"></textarea></label>
    <button name="status" value="ACCEPTED">Accept</button> <button name="status" value="REJECTED">Reject</button></form>`;
  return html`<section><h2><a href="#/event/${gig.id}">${gig.title}</a></h2> ${badges(gig)}
    <p>${time(gig.startAt)}, ${gig.counts.applications.accepted} accepted${gig.positions && `, ${gig.positions} wanted`}</p>
    ${applications.length > 0 && form}</section>`;
}

const choice = ({ id, applicant, message }) => html`<label><input type="checkbox" name="ids" value="${id}">
  <strong>${applicant.name}</strong>, ${applicant.headline}<br>${message}</label>`;
