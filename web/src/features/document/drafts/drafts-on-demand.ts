/** Parts of the drafts that few pages ever need. They load when one does. */

export { putBack } from './put-back.ts';
export { leftWords } from './read-left-words.ts';
export { tidy } from './tidy.ts';
