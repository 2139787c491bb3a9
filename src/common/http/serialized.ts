import type { FastifyInstance } from 'fastify';

/** A serialized object, maybe with further members. It can be a response or any part of one. */
export class Serialized<Members extends object> {
  /** Never set: it carries the type of the serialized object. */
  declare protected readonly members?: Members;

  /** @param json JSON of an object with at least one member */
  constructor(
    readonly json: Buffer,
    readonly further?: object,
  ) {}

  /** Serializes an object for a cache. Bytes copy faster than text; pooled ones would retain a slab. */
  static of<Members extends object>(object: Members): Serialized<Members> {
    const text = JSON.stringify(object);
    const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    json.write(text);
    return new Serialized<Members>(json);
  }

  /** Adds members that the object does not have yet. */
  with<Further extends object>(members: Further): Serialized<Members & Further> {
    return new Serialized(this.json, { ...this.further, ...members });
  }

  /** The object again, for JSON that is not a response. */
  toJSON(): object {
    return { ...JSON.parse(this.json.toString()), ...this.further };
  }
}

/** Sends responses as JSON, and copies their serialized parts as they are. */
export function sendSerialized(server: FastifyInstance): void {
  server.setReplySerializer(jsonOf as (response: unknown) => string); // Fastify takes bytes, too
}

function jsonOf(response: unknown): Part {
  if (!hasSerialized(response)) return JSON.stringify(response);
  const parts: Part[] = [];
  write(response, parts);
  if (parts.length === 1) return parts[0]!; // one event, without a copy
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

type Part = Buffer | string;

function hasSerialized(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Serialized) return true;
  return Array.isArray(value) ? value.some(hasSerialized) : Object.values(value).some(hasSerialized);
}

function write(value: unknown, parts: Part[]): void {
  if (value instanceof Serialized) {
    const further = value.further && JSON.stringify(value.further);
    if (further && further !== '{}') parts.push(value.json.subarray(0, -1), `,${further.slice(1)}`);
    else parts.push(value.json);
  } else if (!hasSerialized(value)) parts.push(JSON.stringify(value) ?? 'null');
  else if (Array.isArray(value)) {
    value.forEach((each, index) => {
      parts.push(index === 0 ? '[' : ',');
      write(each, parts);
    });
    parts.push(']');
  } else {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    members.forEach(([name, member], index) => {
      parts.push(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
      write(member, parts);
    });
    parts.push('}');
  }
}
