import type { ExternalEvent } from '../../src/events/external-events.service.js';
import type { Entries } from '../../src/ingestion/reading/entries.js';

/** What an answer says. */
export interface WholeAnswer {
  received: number;
  ignored: number;
  rejected: number;
  reasons: string[];
  labels: Record<string, number>;
  events: ExternalEvent[];
  /** Which of the ids are in it. */
  present: string[];
}

/** Takes all steps at once. */
export function allSteps<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** What the entries of an answer say. @param ids to look for */
export function wholeOf(entries: Entries, ids: string[]): WholeAnswer {
  const { received, rejected, reasons, events, labels } = entries;
  return {
    ...{ received, ignored: received - rejected - events.length, rejected, reasons, events },
    labels: Object.fromEntries(labels),
    present: ids.filter((id) => entries.has(id)),
  };
}
