import { z } from 'zod';
import { ModelError, UnusableAnswer } from './language-model.js';

/** What of a chat completion is looked at; endpoints differ in all the rest. */
const COMPLETION = z.object({
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
});

/**
 * The JSON that a chat completion holds.
 * @throws ModelError malformed where it is no chat completion, UnusableAnswer where it holds no whole JSON
 */
export function answerOf(completion: unknown): unknown {
  const { success, data } = COMPLETION.safeParse(completion);
  if (!success) throw new ModelError('malformed', 'The model answered something else than a completion.');
  const [choice] = data.choices;
  if (!choice) throw new UnusableAnswer('it has no choices');
  const { finish_reason, message } = choice;
  if (message.refusal) throw new UnusableAnswer('the model refuses');
  if (finish_reason === 'length') throw new UnusableAnswer('it was cut off for its length');
  if (finish_reason === 'content_filter') throw new UnusableAnswer('its content was filtered');
  try {
    return JSON.parse(message.content ?? '');
  } catch {
    throw new UnusableAnswer('it is not JSON');
  }
}
