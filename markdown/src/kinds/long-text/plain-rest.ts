/** The sentence after which a text goes on as it was written. */
export const PLAIN_REST =
  'From here on this text has too many marks to be formatted. It is shown as it was written.';
