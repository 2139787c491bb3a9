import { api, unwrap } from './api.js';
import { card, tz } from './cards.js';
import { html } from './html.js';
import { whenChips } from './lists.js';

/** What the map shows, in degrees. It stays as the user left it. */
const box = { west: -83.0173, south: 39.9952, width: 0.0145, height: 0.0065 };
const ARROWS = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, 0.2], ArrowDown: [0, -0.2] };

export async function map({ filters }) {
  let places = [];
  let timer = 0;

  async function load() {
    const { west, south, width, height } = box;
    const bbox = [west, south, west + width, south + height].map((degrees) => degrees.toFixed(5)).join();
    const query = { ...filters, bbox, tz, view: 'card', include: 'coordinates', limit: 100 };
    const { data } = unwrap(await api.GET('/events', { params: { query } }));
    places = [...Map.groupBy(data, ({ coordinates }) => JSON.stringify(coordinates)).values()];
    draw();
    list(data);
  }
  /** Moves the box by parts of it to the east and the north, and changes its size by a factor. */
  function move([east, north], size = 1) {
    box.west += box.width * (east + (1 - size) / 2);
    box.south += box.height * (north + (1 - size) / 2);
    box.width *= size;
    box.height *= size;
    draw();
    clearTimeout(timer);
    timer = setTimeout(load, 200);
  }
  function pin(events) {
    const { coordinates, location } = events[0];
    const x = 100 * ((coordinates.longitude - box.west) / box.width);
    const y = 100 - 100 * ((coordinates.latitude - box.south) / box.height);
    const choose = () => list(events);
    return html`<svg x="${x}%" y="${y}%" overflow="visible" tabindex="0" role="button" @click=${choose} @focus=${choose}>
      <title>${location.name}: ${events.length}</title>
      <circle r="12" fill="#9c1142"/><text y="5" fill="#fff">${events.length}</text>
      <text y="28">${places.length < 25 && location.name.split(',')[0]}</text></svg>`;
  }
  const press = (event) => {
    if (!ARROWS[event.key]) return;
    event.preventDefault();
    chart.focus(); // a pin that has the focus is drawn anew
    move(ARROWS[event.key]);
  };
  const drag = ({ buttons, movementX, movementY }) =>
    buttons && move([-movementX / chart.clientWidth, movementY / chart.clientHeight]);
  const zoom = (size) => () => move([0, 0], size);
  const chart = html`<svg class="map" text-anchor="middle" font-size="14" tabindex="0" role="group" aria-label="Map: arrow keys move it"
    @keydown=${press} @pointermove=${drag} @dblclick=${zoom(0.7)}></svg>`;
  const cards = html`<ul aria-live="polite"></ul>`;
  const draw = () => chart.replaceChildren(...places.map(pin));
  const list = (events) => cards.replaceChildren(...events.map(card));

  await load();
  return html`<h1>Map</h1> ${whenChips('map', filters.when)} ${chart}
    <button @click=${zoom(0.7)}>Zoom in</button> <button @click=${zoom(1.4)}>Zoom out</button> ${cards}`;
}
