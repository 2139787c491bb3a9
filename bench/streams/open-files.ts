/** Files and sockets of a process besides its streams: modules, connections to the database, requests under way. */
const OTHERS = 200;

/**
 * Each stream is a socket of this process and one of the service, which inherits this process's limit.
 * @throws Error when that is too low
 */
export function assertOpenFiles(streams: number): void {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = report.userLimits?.open_files?.soft; // undefined on Windows, which has no such limit
  if (typeof soft !== 'number' || soft >= streams + OTHERS) return;
  throw new Error(
    `A process may have ${soft} files open, and ${streams} streams take ${streams + OTHERS}: ` +
      'raise the limit (ulimit -n) or open fewer streams (--streams)',
  );
}
