/** Dates as the settings show them. In English, as all of the product's texts; in the reader's time zone. */

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** @param iso ISO 8601 */
export function dateOf(iso: string): string {
  return date.format(new Date(iso));
}

/** @param iso ISO 8601 */
export function momentOf(iso: string): string {
  return moment.format(new Date(iso));
}
