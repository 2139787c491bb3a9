import { PreparedStatements } from './prepared-statements.js';

const fault = (code: string) => Object.assign(new Error('refused'), { code });

describe('PreparedStatements', () => {
  const askOften = (statements: PreparedStatements, text: string) => {
    statements.nameOf(text);
    statements.nameOf(text);
    return statements.nameOf(text);
  };

  it('names a statement once it is asked for the third time, and each by a name of its own', () => {
    const statements = new PreparedStatements();
    expect(statements.nameOf('SELECT 1')).toBeUndefined();
    expect(statements.nameOf('SELECT 1')).toBeUndefined();
    const name = statements.nameOf('SELECT 1');
    expect(name).toMatch(/^\w{1,63}$/);
    expect(statements.nameOf('SELECT 1')).toBe(name);
    expect(askOften(statements, 'SELECT 2')).not.toBe(name);
  });

  it('names no more than 150, however many are asked for', () => {
    const statements = new PreparedStatements();
    const names = Array.from({ length: 10_000 }, (_, index) => askOften(statements, `SELECT ${index}`));
    expect(new Set(names.filter((name) => name !== undefined)).size).toBe(150);
  });

  it.each(['26000', '42P05', '0A000'])('gives new names after %s, and none after three of them', (code) => {
    const statements = new PreparedStatements();
    const seen = new Set<string | undefined>();
    for (let count = 0; count < 3; count += 1) {
      seen.add(askOften(statements, 'SELECT 1'));
      expect(statements.isFault(fault(code), statements.generation)).toBe(true);
    }
    expect(seen.size).toBe(3);
    expect(askOften(statements, 'SELECT 1')).toBeUndefined();
  });

  it('counts once what fails by the same names, however many connections have them', () => {
    const statements = new PreparedStatements();
    const name = askOften(statements, 'SELECT 1');
    const { generation } = statements;
    for (let connection = 0; connection < 20; connection += 1) {
      expect(statements.isFault(fault('0A000'), generation)).toBe(true);
      expect(askOften(statements, 'SELECT 1')).toBeDefined();
    }
    expect(statements.nameOf('SELECT 1')).not.toBe(name);
  });

  it('takes other faults for what they are', () => {
    const statements = new PreparedStatements();
    const name = askOften(statements, 'SELECT 1');
    for (const error of [fault('23505'), fault('57014'), new Error('Connection terminated')])
      expect(statements.isFault(error, statements.generation)).toBe(false);
    expect(statements.nameOf('SELECT 1')).toBe(name);
  });
});
