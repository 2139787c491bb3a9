import type { FaultType } from '../faults.js';
import { send } from '../reply.js';

/** Bad answers of a language model whose server is well. */
export const LLM_FAULTS = {
  'answer-garbage': answering('The model talks instead of answering in JSON.', {
    content: 'Sure! Here are the tags: ```json {"tags": ["mus',
  }),
  'answer-other-shape': answering('The model answers JSON of another shape.', {
    content: '{"labels":"music, jazz","confidence":0.93}',
  }),
  'answer-refused': answering('The model refuses to answer.', {
    content: null,
    refusal: "I'm sorry, I can't help with that.",
  }),
  'answer-cut-off': answering(
    'The model stops halfway, at the end of its tokens.',
    { content: '{"tags":["mus' },
    'length',
  ),
};

/** Sends the right completion with another message. A request that is refused stays refused. */
function answering(about: string, message: object, reason = 'stop'): FaultType {
  return {
    of: 'llm',
    about,
    play: (exchange) => {
      const { reply } = exchange;
      if (reply.status !== 200) return send(exchange, reply);
      const completion = JSON.parse(reply.body);
      const [choice] = completion.choices;
      choice.message = { ...choice.message, ...message };
      choice.finish_reason = reason;
      return send(exchange, { ...reply, body: JSON.stringify(completion) });
    },
  };
}
