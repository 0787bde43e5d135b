/** Words for figures, moments and acts. */
import { fullTime, timeAgo } from '../../../lib/format/format-time.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

const numbers = new Intl.NumberFormat('en');
const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

export const number = (value: number) => numbers.format(value);
export const counted = (value: number, one: string, many = `${one}s`) =>
  `${number(value)} ${value === 1 ? one : many}`;

/** @param iso ISO 8601 */
export const dayOf = (iso: string) => dates.format(new Date(iso));
export const momentOf = (iso: string) => fullTime(new Date(iso));
export const agoOf = (iso: string, now: Date) => timeAgo(new Date(iso), now);

/** @returns a length of time in its largest unit: "3 hours" */
export function duration(seconds: number): string {
  if (seconds < 1) return 'none';
  if (seconds < MINUTE_S) return counted(Math.round(seconds), 'second');
  if (seconds < HOUR_S) return counted(Math.floor(seconds / MINUTE_S), 'minute');
  if (seconds < DAY_S) return counted(Math.floor(seconds / HOUR_S), 'hour');
  return counted(Math.floor(seconds / DAY_S), 'day');
}

/** @returns milliseconds as people compare them */
export function milliseconds(value: number): string {
  if (value >= 10_000) return `${number(Math.round(value / 1000))} s`;
  return `${value < 10 ? value.toFixed(1) : number(Math.round(value))} ms`;
}

const ACTS: Readonly<Record<string, string>> = {
  backup_begun: 'began a backup of',
  backup_fetched: 'downloaded the backup',
  mail_dropped: 'forgot a mail',
  mail_retried: 'sent a mail again',
  mail_tried: 'sent a test mail',
  person_deleted: 'deleted the account',
  person_invited: 'invited',
  person_restored: 'reactivated',
  person_signed_out: 'signed out everywhere',
  person_suspended: 'suspended',
  queue_retried: 'retried failed work',
  setting_changed: 'changed a setting',
  workspace_closed: 'suspended the workspace',
  workspace_deleted: 'deleted the workspace',
  workspace_opened: 'reactivated the workspace',
};

/** @param act as the log has it; one of another release is shown as it is */
export function actWords(act: string): string {
  return (Object.hasOwn(ACTS, act) ? ACTS[act] : undefined) ?? act.replaceAll('_', ' ');
}
