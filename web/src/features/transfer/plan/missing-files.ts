/** Says which files an export could not take along. */
import { setApart } from '../../../../../markdown/src/text/right-to-left.ts';

const NAMED = 3;

/** @param names at least one */
export function missingFiles(names: readonly string[]): string {
  return `Not on the server: ${names.slice(0, NAMED).map(setApart).join(', ')}${names.length > NAMED ? '…' : ''}`;
}
