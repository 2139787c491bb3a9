/** @returns milliseconds of the processor for some work: the least of three, since the process also compiles and collects garbage */
export function leastTime(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const begin = process.cpuUsage();
    work();
    return process.cpuUsage(begin).user / 1_000;
  });
  return Math.min(...times);
}
