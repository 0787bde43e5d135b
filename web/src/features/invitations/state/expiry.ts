/** How long a way in is still good for, in words. */
const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

export function expiryOf(expiresAt: Date, now: Date): string {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return 'Expired';
  if (left < HOUR_MS) return 'Expires within the hour';
  if (left < 2 * DAY_MS) return `Expires ${relative.format(Math.round(left / HOUR_MS), 'hour')}`;
  return `Expires ${relative.format(Math.round(left / DAY_MS), 'day')}`;
}
