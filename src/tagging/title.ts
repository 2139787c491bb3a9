import { patternOf } from './boilerplate.js';
import notices from './lexicon/notices.json' with { type: 'json' };

/** A host: "Women's Center: Coffee hour" and "Law Society presents: Ball", but not "CPR: Saving a life". */
const HOST = /^([^:–—|]{1,59}[^:–—|\s])\s*[:|–—]\s+(?=\S)/;
const HOSTS = patternOf(notices.hosts);
/** A place: "The Lanterns LIVE @ Elm Street Tavern". "Live" means music. */
const PLACE = /\s(?:live\s*(?:@|at\b)|@)\s+\S/i;
/**
 * A text before a place that has at most this many characters is not a subject: "CS @ Purdue: Research Day".
 */
const TOO_SHORT = 3;

/** The subject of a title, without its host and its place, or else the whole title. */
export function subjectOf(title: string): string {
  const [whole, host = ''] = HOST.exec(title) ?? [''];
  let subject = HOSTS.test(host) ? title.slice(whole.length) : title;
  const place = PLACE.exec(subject);
  if (place && place.index > TOO_SHORT)
    subject = `${subject.slice(0, place.index)}${/^\slive/i.test(place[0]) ? ' live music' : ''}`;
  return /\p{L}/u.test(subject) ? subject : title;
}
