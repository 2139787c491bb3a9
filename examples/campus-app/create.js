import { api, unwrap } from './api.js';
import { html, onSubmit } from './html.js';

export function create({ act }) {
  // What is sent twice under one key is created once.
  const params = { header: { 'Idempotency-Key': crypto.randomUUID() } };
  /** What tagging proposes, as the user has edited it; the service fills in what is missing. @type {any} */
  let tagging = {};

  async function preview() {
    const { title, description, type } = /** @type {any} */ (Object.fromEntries(new FormData(form)));
    tagging = unwrap(await api.POST('/tagging/preview', { body: { title, description, type } }));
    form.elements.summary.value = tagging.summary;
    setTags(tagging.tags);
  }
  function setTags(tags) {
    tagging.tags = tags;
    chips.replaceChildren(...tags.map(chip));
  }
  const chip = (tag) => html`<button type="button" aria-label="Remove ${tag}"
    @click=${() => setTags(tagging.tags.filter((other) => other !== tag))}>${tag} ×</button>`;
  const add = ({ target }) => {
    setTags([...(tagging.tags ?? []), target.value]);
    target.value = '';
  };
  async function send({ place, startAt, amount, summary, weeks, ...fields }) {
    const compensation = amount ? { amount: Number(amount), currency: 'USD', type: 'HOURLY' } : null;
    const terms = { location: { name: place }, startAt: new Date(startAt).toISOString(), compensation };
    const body = { ...fields, ...terms, ...tagging, summary: summary || null };
    const { id } = await act(api.POST('/events', { params, body }), 'Created.');
    const copies = { params: { path: { id } }, body: { startAts: weekly(startAt, weeks) } };
    if (weeks) await act(api.POST('/events/{id}/copies', copies), 'Repeated.');
    location.hash = `#/event/${id}`;
  }

  const chips = html`<div class="chips" role="group" aria-label="Tags"></div>`;
  const form = html`<form @submit=${onSubmit(send)}>
    <label>Type <select name="type"><option value="GIG">Gig</option><option value="EVENT">Event</option></select></label>
    <label>Title <input name="title" required maxlength="200"></label>
    <label>Description <textarea name="description" required></textarea></label>
    <label>Place <input name="place" required maxlength="200"></label>
    <label>Start <input name="startAt" type="datetime-local" required></label>
    <label>Repeat it for so many more weeks <input name="weeks" type="number" min="0" max="52"></label>
    <label>Dollars an hour, for a gig <input name="amount" type="number" min="0" step="0.01"></label>
    <button type="button" @click=${preview}>Suggest tags</button> ${chips}
    <label>Add a tag <input maxlength="40" @change=${add}></label>
    <label>Summary <input name="summary" maxlength="280"></label>
    <button>Create</button></form>`;
  return html`<h1>Create</h1> ${form}`;
}

/** The starts of the next weeks at the same local time: `setDate` knows the changes of the clocks. */
const weekly = (startAt, weeks, start = new Date(startAt)) =>
  Array.from({ length: weeks }, () => new Date(start.setDate(start.getDate() + 7)).toISOString());
