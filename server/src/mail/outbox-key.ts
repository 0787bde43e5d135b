/** The secret in the address under which unsent mails are read: the same at every start, so that it can be kept. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param secretKey its holder may read everything anyway */
export function outboxKey(secretKey: string): string {
  return createHmac('sha256', secretKey).update('reads the outbox').digest('base64url').slice(0, 32);
}

export function isOutboxKey(given: string | undefined, key: string): boolean {
  const [theirs, ours] = [Buffer.from(given ?? ''), Buffer.from(key)];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}
