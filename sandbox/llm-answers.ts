import { understand } from '../src/conversations/assistant/offline/question.js';
import { instantOf, wallOf } from '../src/conversations/assistant/zone.js';
import { KeywordTagger } from '../src/tagging/keyword.tagger.js';

// biome-ignore lint/suspicious/noExplicitAny: what a client sends
type Data = any;

/** How each question of the service is answered, by its schema's name: by rules, so the same is always said to the same. */
const ANSWERS: Record<string, (data: Data) => unknown> = {
  event_tagging: ({ type, title, description, location, hints }) =>
    new KeywordTagger().tag({ type, title, description, locationName: location, hints }),

  event_filters: ({ now, question }) => {
    const filters = understand(question, instantOf(Date.parse(`${now.split(', ')[1]}:00Z`)));
    if (!filters) return { filters: null };
    const { when, place, ...rest } = filters;
    const wall = (time: number | null) => time && new Date(wallOf(time)).toISOString().slice(0, 16);
    return {
      filters: {
        ...rest,
        place: place.join(' ') || null,
        when: when && { from: wall(when.from), to: wall(when.to) },
      },
    };
  },

  remark: ({ exact, results: [first] }) => ({
    remark: exact
      ? `${first.title} looks like a good match. Enjoy!`
      : `${first.title} comes closest, I think.`,
  }),
};

export function isKnown(name: string): boolean {
  return Object.hasOwn(ANSWERS, name);
}

/** The structured answer to a known question. */
export async function answerTo(name: string, data: unknown): Promise<unknown> {
  return ANSWERS[name]?.(data);
}
