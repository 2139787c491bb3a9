import fc from 'fast-check';
import { answerOf } from './completion.js';
import { ModelError } from './language-model.js';

const whole = (message: unknown, more: object = {}) => ({ choices: [{ message, ...more }] });

describe('a completion', () => {
  it('holds the JSON of its first choice', () => {
    expect(answerOf(whole({ content: '{"a":1}' }, { finish_reason: 'stop' }))).toEqual({ a: 1 });
    expect(answerOf(whole({ content: ' [1] ', refusal: null }, { finish_reason: null }))).toEqual([1]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'malformed'],
    ['a page', '<!doctype html>', 'malformed'],
    ['an error that came with 200', { error: { message: 'overloaded' } }, 'malformed'],
    ['choices that are no list', { choices: {} }, 'malformed'],
    ['a choice without a message', { choices: [{ text: '{}' }] }, 'malformed'],
    ['content in parts', whole({ content: [{ type: 'text', text: '{}' }] }), 'malformed'],
    ['no choices', { choices: [] }, 'unusable'],
    ['no content', whole({ content: null, tool_calls: [] }), 'unusable'],
    ['empty content', whole({ content: '' }), 'unusable'],
    ['a refusal', whole({ content: '{}', refusal: 'No.' }), 'unusable'],
    ['an answer that was cut off', whole({ content: '{}' }, { finish_reason: 'length' }), 'unusable'],
    [
      'an answer that was filtered',
      whole({ content: '{}' }, { finish_reason: 'content_filter' }),
      'unusable',
    ],
    ['talk', whole({ content: 'Sure! {"a":1}' }), 'unusable'],
    ['JSON in a fence', whole({ content: '```json\n{"a":1}\n```' }), 'unusable'],
    ['half of some JSON', whole({ content: '{"a":' }), 'unusable'],
    ['JSON nested without end', whole({ content: '['.repeat(100_000) }), 'unusable'],
  ])('with %s is a failure', (_what, completion, outcome) => {
    expect(() => answerOf(completion)).toThrow(expect.objectContaining({ outcome }));
  });

  it('is JSON or a failure, whatever comes', () => {
    const choice = fc.record({ message: fc.record({ content: fc.oneof(fc.json(), fc.jsonValue()) }) });
    const anything = fc.oneof(fc.record({ choices: fc.array(choice) }), fc.jsonValue());
    fc.assert(
      fc.property(anything, (completion) => {
        try {
          JSON.stringify(answerOf(completion));
        } catch (error) {
          expect(error).toBeInstanceOf(ModelError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
