/**
 * Encrypts what the database keeps but must not tell its reader: AES-256-GCM (NIST SP 800-38D) with the operator's
 * ENCRYPTION_KEY. A ciphertext names its format and its key, so that both can change while old rows stay readable.
 * So are kept the secrets of authenticator apps, waiting mails and Notion's tokens
 * (supabase/functions/_shared/encryption.ts). Pages are not encrypted.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Encryption {
  /**
   * @param context where the text is kept, such as a table with the row's id: it decrypts in the same place only
   * @returns `v1.<key>.<nonce, ciphertext and tag in base64url>`
   */
  encrypt(text: string, context: string): string;
  /**
   * @returns the text, and whether it should be encrypted again because its key is not the current one
   * @throws {Error} when it was encrypted with an unknown key or for another context, or was changed
   */
  decrypt(ciphertext: string, context: string): { readonly text: string; readonly outdated: boolean };
  /**
   * For short texts that only have to be recognised, such as a code of six digits: a reader of the database alone
   * cannot find them by trying all. Another current key gives another fingerprint.
   * @returns HMAC-SHA256 (RFC 2104) of the text in its context, in base64url
   */
  fingerprint(text: string, context: string): string;
}

/** @param keys 32 bytes each, in base64; the first encrypts, all decrypt */
export function createEncryption(keys: readonly [string, ...string[]]): Encryption {
  const known = new Map(keys.map((key) => readKey(key)));
  const [currentId, currentKey] = readKey(keys[0]);
  // A key of its own: one key is not used for two algorithms.
  const macKey = Buffer.from(hkdfSync('sha256', currentKey, '', 'fingerprint', 32));

  return {
    encrypt: (text, context) => {
      // Random nonces are safe for 2^32 texts per key (SP 800-38D section 8.3): far more than there will be.
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, currentKey, nonce).setAAD(Buffer.from(context));
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `${VERSION}.${currentId}.${Buffer.concat(sealed).toString('base64url')}`;
    },
    decrypt: (ciphertext, context) => {
      const [version, id = '', sealed = ''] = ciphertext.split('.');
      const key = known.get(id);
      if (version !== VERSION || !key) throw new Error('A stored secret was encrypted with an unknown key.');
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
      return { text, outdated: id !== currentId };
    },
    fingerprint: (text, context) =>
      createHmac('sha256', macKey)
        .update(JSON.stringify([context, text]))
        .digest('base64url'),
  };
}

/** A key is named by its hash, so that nobody has to give it a name and two cannot have the same. */
function readKey(base64: string): [id: string, key: Buffer] {
  const key = Buffer.from(base64, 'base64');
  return [createHash('sha256').update(key).digest('hex').slice(0, 8), key];
}
