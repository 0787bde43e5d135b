/** The hash of a password from elsewhere, so that its holder need not set a new one. */
import { AuthError } from '../../errors.ts';

// https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
const FORM =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,86}$/;
// Every sign-in of the account costs this much: a hash may take 256 MiB of memory.
const MAX_MEMORY_KIB = 262_144;
const MAX_PASSES = 10;
const MAX_LANES = 16;

/** @throws {AuthError} `validation_failed` for all but argon2id: nothing else is checked at a sign-in */
export function readPasswordHash(hash: string): string {
  const [, memory, passes, lanes] = FORM.exec(hash)?.map(Number) ?? [];
  const fits =
    inRange(memory, 8, MAX_MEMORY_KIB) && inRange(passes, 1, MAX_PASSES) && inRange(lanes, 1, MAX_LANES);
  if (fits) return hash;
  throw new AuthError('validation_failed', 'password_hash must be an argon2id hash in PHC form');
}

function inRange(value: number | undefined, least: number, most: number): boolean {
  return value !== undefined && value >= least && value <= most;
}
