export type JobOutcome = 'SUCCEEDED' | 'FAILED' | 'SKIPPED';

/** The result of a run: its outcome, its counts, and why it failed. A run by hand prints it as JSON. */
export interface JobResult {
  outcome: JobOutcome;
  error?: string | null;
  [detail: string]: string | number | null | undefined;
}

export interface JobContext {
  /** Aborts when the run should end early: the service stops, the lease is lost, or a user interrupts a run by hand. */
  signal: AbortSignal;
  /** Whether a user started it, not the schedule. */
  byHand?: boolean;
  /** Reports progress, where a terminal shows it. */
  progress?(step: string, done: number, total?: number): void;
}

/** The port: work that may run twice, or be cut off anywhere, without harm (decisions.md, "Jobs"). */
export interface Job {
  readonly name: string;
  /** Cron expression in UTC. */
  readonly schedule: string;
  run(context: JobContext): Promise<JobResult>;
  /** Records that a run whose holders died has failed; the log says so in any case. */
  giveUp?(error: string): Promise<void>;
}
