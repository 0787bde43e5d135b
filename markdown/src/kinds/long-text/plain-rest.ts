/** The sentence behind which a text goes on as it was written (text-bound.ts). */
export const PLAIN_REST =
  'From here on this text has too many marks to be formatted. It is shown as it was written.';
