import { isBoilerplate } from './boilerplate.js';
import { wordsOf } from './words.js';

/** A title taken apart. */
export interface TitleParts {
  /** What it says of the event. */
  subject: string;
  /** Who hosts it and where, as far as the title says so. */
  setting: string;
}

/** "Open House (21+)", "Talk [Cancelled]". */
const ASIDE = /\s*[([]([^()[\]]{1,60})[)\]]/g;
const NEWS =
  /^\W*(?:cancell?ed|postponed|rescheduled|sold out|new (?:date|time|location)|closed|virtual|online|in[- ]person|hybrid|free|tba|tbd)\b|\b(?:only|required|online|in[- ]person|cancell?ed|rescheduled|no children .*|(?:and|&) (?:over|up|under))\W*$/i;
const NEWS_BEFORE =
  /^\W*(?:cancell?ed|postponed|rescheduled|sold out|new date|reminder|save the date)\b\s*[:!–—-]+\s*/i;
/** "Women's Center: Coffee hour", "Law Society presents: Ball" and "SRC: Coffee hour", but not "CPR: Saving a life". */
const HOSTS = [
  /^([^:–—|]{2,60}\bpresents?)\s*[:|–—]\s+(?=\S)/i,
  /^([^:–—|]{0,60}\b(?:cent(?:er|re)|office|department|union|museum|librar(?:y|ies)|institute|room|council|committee|ministry|division))\s*[:|–—]\s+(?=\S)/i,
  /^((?!(?:AA|AI|BBQ|CPR|DIY|DJ|EDM|GBM|GRE|LGBTQ?|LSAT|MCAT|MLB|MLK|NBA|NFL|NHL|SAT|SQL|STEM|UFC|UX|VR|WWE)\b)[A-Z]{2,6})\s*[:|–—]\s+(?=\S)/,
];
/** "The Lanterns LIVE @ Elm Street Tavern". What is live there is music. */
const PLACE = /\s(?:live\s*(?:@|at\b)|@)\s+(\S.*)$/i;
/** What comes before the place says nothing in fewer letters: "CS @ Purdue: Research Day". */
const SHORTEST = 3;

/** The title without what is no part of its subject. A title that is nothing else stays whole. */
export function partsOfTitle(title: string): TitleParts {
  let setting = '';
  let subject = title.slice(0, 500).replace(ASIDE, (whole, aside: string) => (isNews(aside) ? ' ' : whole));
  subject = subject.replace(NEWS_BEFORE, '').trim();
  const host = HOSTS.map((pattern) => pattern.exec(subject)).find(Boolean);
  if (host) {
    setting += host[1]!;
    subject = subject.slice(host[0].length);
  }
  const place = PLACE.exec(subject);
  if (place && place.index > SHORTEST) {
    setting += ` ${place[1]}`;
    subject = `${subject.slice(0, place.index)}${/^\slive/i.test(place[0]) ? ' live music' : ''}`;
  }
  return /\p{L}/u.test(subject) ? { subject, setting } : { subject: title, setting: '' };
}

function isNews(aside: string): boolean {
  return NEWS.test(aside) || isBoilerplate({ text: aside, words: wordsOf(aside) });
}
