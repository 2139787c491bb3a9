export type JobOutcome = 'SUCCEEDED' | 'FAILED' | 'SKIPPED';

/** The result of a run: its outcome, its counts, and why it failed. A run by hand prints it as JSON. */
export interface JobResult {
  outcome: JobOutcome;
  error?: string | null;
  [detail: string]: string | number | null | undefined;
}

export interface JobContext {
  /** Aborts when the run should end early: the service stops, or a user interrupts a run by hand. */
  signal: AbortSignal;
  /** Reports progress, where a terminal shows it. */
  progress?(step: string, done: number, total?: number): void;
}

/** Work that may run twice, or be cut off anywhere, without harm (rules.md, "Jobs"). */
export type Job = (context: JobContext) => Promise<JobResult>;
