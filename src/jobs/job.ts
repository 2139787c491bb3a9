export type JobOutcome = 'SUCCEEDED' | 'FAILED' | 'SKIPPED';

/** What a run says of itself: its outcome, counts, and why it failed; the one-off command prints it as JSON. */
export interface JobResult {
  outcome: JobOutcome;
  error?: string | null;
  [detail: string]: string | number | null | undefined;
}

export interface JobContext {
  /** Aborts when the run is to end early: the service stops, the lease is lost, or whoever started it breaks off. */
  signal: AbortSignal;
  /** Whether somebody started it, and not the schedule. */
  byHand?: boolean;
  /** Says how far the run has come, where someone looks on. */
  progress?(step: string, done: number, total?: number): void;
}

/** The port: work that may run twice, or be cut off anywhere, without harm (decisions.md, "Jobs"). */
export interface Job {
  readonly name: string;
  /** Cron expression in UTC. */
  readonly schedule: string;
  run(context: JobContext): Promise<JobResult>;
  /** Records that a run whose holders died counts as failed; the log has it anyway. */
  giveUp?(error: string): Promise<void>;
}
