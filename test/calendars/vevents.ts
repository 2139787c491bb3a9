import ICAL from 'ical.js';

/** The events of a calendar, read by an independent parser. */
export const eventsIn = (text: string) => new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');

export const titlesIn = (text: string) =>
  eventsIn(text).map((event) => event.getFirstPropertyValue('summary'));
