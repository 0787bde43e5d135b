/** A mail as its row keeps it: encrypted, because its link signs somebody in. */
import type { Encryption } from '../../encryption/encryption.ts';
import type { Mail } from '../mail.ts';

export function seal(encryption: Encryption, id: string, mail: Mail): string {
  return encryption.encrypt(JSON.stringify(mail), contextOf(id));
}

/** @throws {Error} when it was encrypted with another key */
export function unseal(encryption: Encryption, id: string, sealed: string): Mail {
  return JSON.parse(encryption.decrypt(sealed, contextOf(id)).text);
}

/** @returns what the operator may see of a mail: its links stay closed */
export function openSealed(
  encryption: Encryption,
  id: string,
  sealed: string | null,
): { readonly to: string | null; readonly subject: string | null } {
  if (sealed === null) return { to: null, subject: null };
  try {
    const { to, subject } = unseal(encryption, id, sealed);
    return { to, subject };
  } catch {
    return { to: null, subject: null };
  }
}

function contextOf(id: string): string {
  return `trellis_server.mails ${id}`;
}
