/** Calls `stop` when the shell of npm around this process ends: on SIGTERM, which it does not pass on. */
export function onNpmExit(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 500).unref();
}
