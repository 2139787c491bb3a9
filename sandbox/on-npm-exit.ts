/** Calls `stop` when the shell ends that npm runs this process in: it ends on SIGTERM, and does not pass it on. */
export function onNpmExit(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500).unref();
}
