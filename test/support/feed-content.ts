import type { ExternalEvent } from '../../src/events/external-events.service.js';
import type { Entries } from '../../src/ingestion/reading/entries.js';

/** The content of a response. */
export interface FeedContent {
  received: number;
  ignored: number;
  rejected: number;
  reasons: string[];
  labels: Record<string, number>;
  events: ExternalEvent[];
  /** The ids among these that it has. */
  present: string[];
}

/** Runs all steps at once. */
export function runSteps<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** The content of the entries of a response. @param ids to look for */
export function contentOf(entries: Entries, ids: string[]): FeedContent {
  const { received, rejected, reasons, events, labels } = entries;
  return {
    ...{ received, ignored: received - rejected - events.length, rejected, reasons, events },
    labels: Object.fromEntries(labels),
    present: ids.filter((id) => entries.has(id)),
  };
}
