import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets those who ask for the same in one turn of the event loop share an answer. The first is served at once, so that
 * the database works during the rest of the turn; all others share one further answer, so what many ask for at once is
 * asked twice. Nothing is cached: each gets what was there when they asked.
 */
export class SingleFlight {
  /** By key: undefined after the first who asked, the shared answer after the second. */
  private answers: Map<string, Promise<unknown> | undefined> | undefined;

  run<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const answers = this.answersOfThisTurn();
    if (!answers.has(key)) {
      answers.set(key, undefined);
      return ask();
    }
    const shared = answers.get(key) ?? nextTurn().then(ask);
    answers.set(key, shared);
    return shared as Promise<Answer>;
  }

  /** A new map for each turn: a map that stays would keep what is deleted from it until a full garbage collection. */
  private answersOfThisTurn(): Map<string, Promise<unknown> | undefined> {
    if (!this.answers) {
      this.answers = new Map();
      setImmediate(() => {
        this.answers = undefined;
      });
    }
    return this.answers;
  }
}
