/** Times in words: "5 minutes ago", "Yesterday". In English, as all of the product's texts. */

const LOCALE = 'en';
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const absolute = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeStyle: 'short' });

/** @returns how long ago it was; a clock that is behind the server's sees nothing in the future */
export function timeAgo(moment: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - moment.getTime()) / 1000);
  if (seconds < MINUTE_S) return 'just now';
  if (seconds < HOUR_S) return relative.format(-Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return relative.format(-Math.floor(seconds / HOUR_S), 'hour');
  return relative.format(-Math.floor(seconds / DAY_S), 'day');
}

export function fullTime(moment: Date): string {
  return absolute.format(moment);
}

export function timeOfDay(moment: Date): string {
  return clock.format(moment);
}

/** @param day midnight in the reader's time zone */
export function dayName(day: Date, now: Date): string {
  const today = new Date(now);
  today.setHours(0, 0, 0, 0);
  // Rounded: days are an hour longer or shorter where clocks are set.
  const daysAgo = Math.round((today.getTime() - day.getTime()) / (DAY_S * 1000));
  if (daysAgo <= 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return new Intl.DateTimeFormat(LOCALE, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  }).format(day);
}
