import type { FaultType } from '../fault-type.js';
import { type Exchange, send } from '../reply.js';

/** What the faults change in a completion. */
interface Completion {
  choices: { message: { content: string | null; refusal: string | null }; finish_reason: string }[];
}

/** Answers with the right completion, changed. A request that is refused stays refused. */
function changed(exchange: Exchange, change: (completion: Completion) => unknown): Promise<void> {
  const { reply } = exchange;
  if (reply.status !== 200) return send(exchange, reply);
  const completion = JSON.parse(reply.body) as Completion;
  change(completion);
  return send(exchange, { ...reply, body: JSON.stringify(completion) });
}

function changedContent(exchange: Exchange, change: (content: string) => string): Promise<void> {
  return changed(exchange, ({ choices: [choice] }) => {
    choice!.message.content = change(choice!.message.content!);
  });
}

const merged = (more: object) => (content: string) => JSON.stringify({ ...JSON.parse(content), ...more });

/** Bad answers of a language model whose server is well. */
export const LLM_FAULTS = {
  'answer-garbage': {
    of: 'llm',
    about: 'The model talks instead of answering in JSON.',
    options: {},
    play: (exchange) => changedContent(exchange, () => 'Sure! Here are the tags: ```json {"tags": ["mus'),
  },
  'answer-other-shape': {
    of: 'llm',
    about: 'The model answers JSON of another shape.',
    options: {},
    play: (exchange) => changedContent(exchange, () => '{"labels":"music, jazz","confidence":0.93}'),
  },
  'answer-unknown-category': {
    of: 'llm',
    about: 'The model names a category that there is not.',
    options: {},
    play: (exchange) => changedContent(exchange, merged({ category: 'ENTERTAINMENT' })),
  },
  'answer-many-tags': {
    of: 'llm',
    about: 'The model names so many tags.',
    options: { tags: 1000 },
    play: (exchange, { tags }) =>
      changedContent(exchange, merged({ tags: Array.from({ length: tags }, (_, n) => `tag ${n}`) })),
  },
  'answer-markup': {
    of: 'llm',
    about: 'The model puts HTML into tags and summary.',
    options: {},
    play: (exchange) =>
      changedContent(exchange, merged({ tags: ['<b>music</b>'], summary: '<script>alert(1)</script>' })),
  },
  'answer-refused': {
    of: 'llm',
    about: 'The model refuses to answer.',
    options: {},
    play: (exchange) =>
      changed(exchange, ({ choices: [choice] }) => {
        choice!.message = {
          ...choice!.message,
          content: null,
          refusal: "I'm sorry, I can't help with that.",
        };
      }),
  },
  'answer-cut-off': {
    of: 'llm',
    about: 'The model stops halfway, at the end of its tokens.',
    options: {},
    play: (exchange) =>
      changed(exchange, ({ choices: [choice] }) => {
        choice!.message.content = choice!.message.content!.slice(0, 12);
        choice!.finish_reason = 'length';
      }),
  },
  'answer-none': {
    of: 'llm',
    about: 'The completion has no choices.',
    options: {},
    play: (exchange) => changed(exchange, ({ choices }) => choices.splice(0)),
  },
} as const satisfies Record<string, FaultType>;
