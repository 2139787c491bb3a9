import { readIntent } from '../../src/conversations/assistant/intent.reader.js';
import { KeywordTagger } from '../../src/tagging/keyword.tagger.js';

// biome-ignore lint/suspicious/noExplicitAny: what a client sends
type Data = any;

/** Answers the service's questions, by the names of their schemas and by rules: equal questions get equal answers. */
const ANSWERS: Record<string, (data: Data) => unknown> = {
  event_tagging: ({ type, title, description, location, hints }) =>
    new KeywordTagger().tag({ type, title, description, locationName: location, hints }),

  event_question: ({ message, now, last }) => {
    // The local time stands for an instant of UTC, so that days are those of the service's zone.
    const at = Date.parse(`${now.split(', ')[1]}Z`);
    const context = last && { query: last.query, at, offset: 0, eventIds: Array(last.shown).fill('') };
    return readIntent({ text: message, now: at, zone: 'UTC', last: context });
  },
};

export function isKnown(name: string): boolean {
  return Object.hasOwn(ANSWERS, name);
}

/** The structured answer to a known question. */
export async function answerTo(name: string, data: unknown): Promise<unknown> {
  return ANSWERS[name]?.(data);
}
