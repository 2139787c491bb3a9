import { jest } from '@jest/globals';
import pg from 'pg';
import type { Statement } from '../../src/database/statements.js';

/** The statement of a call of the driver's `query`. */
export function statementOf([query, values]: readonly unknown[]): Statement {
  if (typeof query !== 'string') return query as Statement;
  return { text: query, values: Array.isArray(values) ? values : [] };
}

/** The statements that the service in this process sends until `stop`. */
export class SentStatements {
  private readonly spy = jest.spyOn(pg.Client.prototype, 'query');

  get all(): Statement[] {
    return this.spy.mock.calls.map(statementOf);
  }

  stop(): void {
    this.spy.mockRestore();
  }
}

/** The statements on rows that the service in this process sends during the work. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent = new SentStatements();
  try {
    await work();
    return sent.all.filter(({ text }) =>
      /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b(?! set_config)/.test(text),
    );
  } finally {
    sent.stop();
  }
}
