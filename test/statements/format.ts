const WIDTH = 110;
/** Literals and quoted names; blanks inside parentheses; commas; other blanks. */
const TOKEN = /('(?:[^']|'')*'|"[^"]*")|((?<=\()\s+|\s+(?=\)))|\s*(,)\s*|\s+/g;
const CLAUSE =
  /^(?:WITH(?! ORD)|SELECT|FROM|(?:LEFT |CROSS )?JOIN|WHERE|GROUP BY|ORDER BY|WINDOW|LIMIT|OFFSET|UNION|INSERT|VALUES|ON CONFLICT|UPDATE|SET|DELETE|RETURNING|FOR)\b/;
/** Words after which no clause begins. */
const OPEN = /\b(?:LEFT|CROSS|DISTINCT|FOR|KEY|DO|DELETE|UNION|ALL)$/;
const PIECE = /^(?:AND|OR|WHEN|ELSE)\b/;

/** SQL on one line, or if that is too long, with each clause on lines of its own. */
export function format(sql: string): string {
  const line = sql.trim().replace(TOKEN, (_, literal?: string, edge?: string, comma?: string) => {
    if (literal !== undefined) return literal;
    return edge !== undefined ? '' : comma ? ', ' : ' ';
  });
  return broken(line, '').join('\n');
}

/** @param indent of all lines */
function broken(sql: string, indent: string): string[] {
  if (indent.length + sql.length <= WIDTH) return [indent + sql];
  const clauses = split(sql, (rest, before) => CLAUSE.test(rest) && !OPEN.test(before));
  if (clauses.length > 1) return clauses.flatMap((clause) => broken(clause, indent));
  const pieces = split(sql, (rest, before) => PIECE.test(rest) || before.endsWith(','));
  return pieces.length > 1 ? filled(pieces, indent) : nested(sql, indent);
}

/** Items of a list or a condition, as many per line as fit. */
function filled(pieces: string[], indent: string): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last && last.length + 1 + piece.length <= WIDTH && !last.trim().startsWith(')'))
      lines[lines.length - 1] = `${last} ${piece}`;
    else {
      const deeper = last ? `${indent}  ` : indent;
      lines.push(...(deeper.length + piece.length <= WIDTH ? [deeper + piece] : nested(piece, deeper)));
    }
  }
  return lines;
}

/** The longest group in parentheses has lines of its own. */
function nested(sql: string, indent: string): string[] {
  const [open, close] = longestGroup(sql);
  if (close - open < 2) return [indent + sql];
  const head = `${indent}${sql.slice(0, open + 1)}`;
  return [head, ...broken(sql.slice(open + 1, close), `${indent}  `), ...broken(sql.slice(close), indent)];
}

/** Splits SQL at the blanks outside of parentheses where something begins. */
function split(sql: string, begins: (rest: string, before: string) => boolean): string[] {
  const parts: string[] = [];
  let from = 0;
  scan(sql, (at, depth) => {
    if (depth !== 0 || sql[at] !== ' ' || !begins(sql.slice(at + 1), sql.slice(from, at))) return;
    parts.push(sql.slice(from, at));
    from = at + 1;
  });
  return [...parts, sql.slice(from)];
}

function longestGroup(sql: string): [open: number, close: number] {
  let longest: [number, number] = [0, 0];
  let start = 0;
  scan(sql, (at, depth) => {
    if (sql[at] === '(' && depth === 1) start = at;
    if (sql[at] === ')' && depth === 0 && at - start > longest[1] - longest[0]) longest = [start, at];
  });
  return longest;
}

/** Visits each character outside of literals, with the depth of parentheses after it. */
function scan(sql: string, visit: (at: number, depth: number) => void): void {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < sql.length; at += 1) {
    const character = sql[at]!;
    if (quote) quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else {
      depth += character === '(' ? 1 : character === ')' ? -1 : 0;
      visit(at, depth);
    }
  }
}
