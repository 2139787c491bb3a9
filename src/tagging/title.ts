import { isBoilerplate, patternOf } from './boilerplate.js';
import notices from './lexicon/notices.json' with { type: 'json' };
import { wordsOf } from './words.js';

/** An aside: "Open House (21+)", "Talk [Cancelled]". */
const ASIDE = /\s*[([]([^()[\]]{1,60})[)\]]/g;
const NEWS = patternOf(notices.news);
const NEWS_BEFORE =
  /^\W*(?:cancell?ed|postponed|rescheduled|sold out|new date|reminder|save the date)\b\s*[:!–—-]+\s*/i;
/**
 * A host: "Women's Center: Coffee hour", "Law Society presents: Ball" and "SRC: Coffee hour", but not "CPR:
 * Saving a life".
 */
const HOST = /^([^:–—|]{1,59}[^:–—|\s])\s*[:|–—]\s+(?=\S)/;
const HOSTS = patternOf(notices.hosts);
const SHORT = /^[A-Z]{2,6}$/;
/** Abbreviations of subjects, not of hosts. */
const NO_HOST =
  /^(?:AA|AI|BBQ|CPR|DIY|DJ|EDM|GBM|GRE|LGBTQ?|LSAT|MCAT|ML[BK]|NBA|NFL|NHL|SAT|SQL|STEM|UFC|UX|VR|WWE)$/;
/** A place: "The Lanterns LIVE @ Elm Street Tavern". "Live" means music. */
const PLACE = /\s(?:live\s*(?:@|at\b)|@)\s+(\S.*)$/i;
/**
 * A text before a place that has at most this many characters is not a subject: "CS @ Purdue: Research Day".
 */
const TOO_SHORT = 3;

/** Splits a title into the subject, and the host and place. A title without a subject is returned whole. */
export function partsOfTitle(title: string): { subject: string; setting: string } {
  let setting = '';
  let subject = title.slice(0, 500).replace(ASIDE, (whole, aside: string) => (isNews(aside) ? ' ' : whole));
  subject = subject.replace(NEWS_BEFORE, '').trim();
  const [whole, host = ''] = HOST.exec(subject) ?? [''];
  if (isHost(host)) {
    setting += host;
    subject = subject.slice(whole.length);
  }
  const place = PLACE.exec(subject);
  if (place && place.index > TOO_SHORT) {
    setting += ` ${place[1]}`;
    subject = `${subject.slice(0, place.index)}${/^\slive/i.test(place[0]) ? ' live music' : ''}`;
  }
  return /\p{L}/u.test(subject) ? { subject, setting } : { subject: title, setting: '' };
}

function isHost(name: string): boolean {
  return HOSTS.test(name) || (SHORT.test(name) && !NO_HOST.test(name));
}

function isNews(aside: string): boolean {
  return NEWS.test(aside) || isBoilerplate({ text: aside, words: wordsOf(aside) });
}
