import type { Topic } from '../../src/conversations/assistant/interpreter.js';
import { understand } from '../../src/conversations/assistant/offline/understand.js';
import { Zone } from '../../src/conversations/assistant/zone.js';
import { KeywordTagger } from '../../src/tagging/keyword.tagger.js';

// biome-ignore lint/suspicious/noExplicitAny: what a client sends
type Data = any;

/** Answers the service's questions, by the names of their schemas and by rules: equal questions get equal answers. */
const ANSWERS: Record<string, (data: Data) => unknown> = {
  event_tagging: ({ type, title, description, location, hints }) =>
    new KeywordTagger().tag({ type, title, description, locationName: location, hints }),

  event_question: ({ now, timeZone, question, earlier }) => {
    const zone = new Zone(timeZone);
    const at = zone.instantOf(Date.parse(`${now.split(', ')[1]}:00Z`));
    const before = earlier.map((one: Data) => ({
      text: one.question,
      at,
      eventIds: Array(one.shown).fill(''),
    }));
    const intent = understand({ text: question, local: { now: at, zone }, earlier: before });
    const nothing = {
      ...{ help: null, which: null, asked: null },
      ...{ carriesOn: false, more: false, filters: null },
    };
    if (intent.kind === 'HELP') return { ...nothing, kind: 'HELP', help: intent.topics[0] };
    if (intent.kind === 'RECALL')
      return { ...nothing, kind: 'RECALL', which: intent.which, asked: intent.about[0] ?? null };
    if (intent.kind === 'SMALL_TALK')
      return { ...nothing, kind: intent.about === 'FOREIGN' ? 'OTHER' : intent.about };
    const { type, topics, match, unwanted, place, free, priced, pay, order, when } = intent.filters;
    const wall = (time: number | null) => time && new Date(zone.wallOf(time)).toISOString().slice(0, 16);
    const said = ({ words, category, near }: Topic) => ({ words, category, near });
    return {
      ...nothing,
      kind: 'SEARCH',
      carriesOn: intent.carriesOn,
      more: intent.more,
      filters: {
        ...{ type, free, priced, pay, order },
        topics: topics.map(said),
        match: match === 'ANY' ? 'ANY' : 'ALL',
        unwanted: unwanted.map(said),
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
