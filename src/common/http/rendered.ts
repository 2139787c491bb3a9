import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Stands for rendered JSON while what is around it is rendered. It is new in each process, so no text can hold it. */
const PLACEHOLDER = randomUUID();
const QUOTED_PLACEHOLDER = `"${PLACEHOLDER}"`;

/** What the answer that is being rendered holds already rendered, in its order. */
let met: Buffer[] = [];

/** An object whose JSON is there already. It can be an answer, or stand anywhere in one. */
export class Rendered<Shown extends object> {
  /** Never set: it keeps the type of what is rendered. */
  protected declare readonly shown?: Shown;

  constructor(readonly json: Buffer) {}

  /** Renders an object, into memory of its own: what is kept of Node's pool would keep a whole slab of it. */
  static of<Shown extends object>(shown: Shown): Rendered<Shown> {
    const text = JSON.stringify(shown);
    const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    json.write(text);
    return new Rendered<Shown>(json);
  }

  /** The object with further members, none of which it has. */
  with<Members extends object>(members: Members): Rendered<Shown & Members> {
    const rest = JSON.stringify(members);
    const open = this.json.subarray(0, -1);
    return new Rendered(rest === '{}' ? this.json : Buffer.concat([open, Buffer.from(`,${rest.slice(1)}`)]));
  }

  toJSON(): string {
    met.push(this.json);
    return PLACEHOLDER;
  }
}

/** Sends answers as JSON, and what is rendered in them as it is. */
export function sendRendered(server: FastifyInstance): void {
  server.setReplySerializer(render as (answer: unknown) => string);
}

/** The JSON of an answer: a text, or bytes where something in it is rendered. */
function render(answer: unknown): string | Buffer {
  if (answer instanceof Rendered) return answer.json;
  try {
    const text = JSON.stringify(answer);
    return met.length === 0 ? text : fill(text.split(QUOTED_PLACEHOLDER), met);
  } finally {
    if (met.length > 0) met = [];
  }
}

/** What is rendered, with the texts before, between and after. */
function fill([first, ...others]: string[], rendered: Buffer[]): Buffer {
  let size = Buffer.byteLength(first!);
  for (const [index, other] of others.entries()) size += rendered[index]!.length + Buffer.byteLength(other);
  const filled = Buffer.allocUnsafe(size);
  let end = filled.write(first!);
  for (const [index, other] of others.entries()) {
    end += rendered[index]!.copy(filled, end);
    end += filled.write(other, end);
  }
  return filled;
}
