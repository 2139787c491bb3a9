import { z } from 'zod';
import { ModelError, UnusableAnswer } from './language-model.js';

/** The part of a chat completion that is read. Endpoints differ in the rest. */
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
 * @throws ModelError malformed where it is not a chat completion, UnusableAnswer where it has no complete JSON
 */
export function answerOf(completion: unknown): unknown {
  const { success, data } = COMPLETION.safeParse(completion);
  if (!success) throw new ModelError('malformed', 'The model did not answer a chat completion.');
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
