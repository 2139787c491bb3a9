/** Milliseconds until the time in a `Retry-After` header: seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterOf(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
