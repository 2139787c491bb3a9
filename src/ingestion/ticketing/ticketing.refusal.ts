import { cut } from '../../common/text.js';
import type { Refusal } from '../download/downloads.js';
import { readable, recordOf, textOf } from '../reading/feed-text.js';

/** Code points that are kept of an error's text. */
const MAX_WHY = 200;

/**
 * Reads an error of the Discovery API: its gateway sends a `fault`, which may echo the key, the service
 * behind it `errors`. Past the day's quota a retry is useless.
 */
export function readRefusal(body: Uint8Array, redact: (text: string) => string): Refusal {
  const { fault, errors } = recordOf(jsonOf(body));
  const { faultstring, detail } = recordOf(fault);
  const code = textOf(recordOf(detail).errorcode);
  const text = textOf(faultstring) ?? textOf(recordOf(Array.isArray(errors) && errors[0]).detail);
  const message = [text, code && `(${code})`].filter(Boolean).join(' ');
  const why = cut(readable(redact(message)), MAX_WHY).replace(/[\s.]+$/, '');
  return { ...(why && { why }), isFinal: code?.endsWith('QuotaViolation') };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
