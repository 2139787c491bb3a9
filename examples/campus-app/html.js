/** An element, or a fragment of several. Texts are escaped. `@click=${…}` takes a handler. */
export function html(strings, ...values) {
  const template = document.createElement('template');
  template.innerHTML = String.raw({ raw: strings }, ...values.map(markupOf));
  const { content } = template;
  for (const node of content.querySelectorAll('*')) {
    for (const { name, value } of [...node.attributes].filter(({ name }) => name.startsWith('@'))) {
      node.addEventListener(name.slice(1), values[value]);
      node.removeAttribute(name);
    }
    if (node.localName === 'template') node.replaceWith(...[values[node.id]].flat().filter(Boolean));
  }
  return /** @type {any} */ (content.childElementCount === 1 ? content.firstElementChild : content);
}

/** The markup of a text, or the place of another value. */
function markupOf(value, place) {
  if (typeof value === 'function') return `"${place}"`;
  if (value instanceof Node || Array.isArray(value)) return `<template id="${place}"></template>`;
  return `${value || value === 0 ? value : ''}`.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A handler that gives the fields of the form to a function. */
export const onSubmit = (work) => (event) => {
  event.preventDefault();
  const form = new FormData(event.target, event.submitter);
  work(Object.fromEntries(form), form);
};
