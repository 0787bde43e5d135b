/**
 * Hashes and checks passwords: argon2id in PHC form (RFC 9106), which Supabase Auth verifies, too. Each hash takes
 * 19 MiB and a core for some 30 ms, so a flood of sign-ins waits in line instead of taking the machine down.
 */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordCost } from '../../../config/config.ts';
import { createGate } from '../limits/gate.ts';

// OWASP Password Storage Cheat Sheet; argon2id is the library's default.
const COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// A full waiting room is served within some four seconds.
const LIMITS = { running: 2, waiting: 200 };

export interface Passwords {
  /** @throws {import('../errors.ts').AuthError} `over_request_rate_limit` when too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for an account that does not exist, so that the answer's delay does not tell.
   * @param stored the account's hash; null when there is no account or it has no password
   * @throws {import('../errors.ts').AuthError} `over_request_rate_limit` when too many are waiting
   */
  matches(password: string, stored: string | null): Promise<boolean>;
}

export function createPasswords(cost = COST, limits = LIMITS): Passwords {
  const gate = createGate(limits);
  let nobodys: Promise<string> | undefined;

  return {
    hash: (password) => gate.run(() => hash(password, cost)),
    matches: (password, stored) =>
      gate.run(async () => {
        if (stored?.startsWith('$argon2id$')) return verify(stored, password);
        nobodys ??= hash(randomBytes(32), cost);
        await verify(await nobodys, password);
        return false;
      }),
  };
}
