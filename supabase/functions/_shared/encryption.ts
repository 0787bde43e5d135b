/**
 * Encrypts what the database keeps but must not tell its reader: AES-256-GCM (NIST SP 800-38D) with ENCRYPTION_KEY, in
 * the form that the bundled server writes, too (`v1.<key>.<nonce, ciphertext and tag in base64url>`), by Web
 * Crypto alone.
 */
import { decodeBase64, decodeBase64Url, encodeBase64Url } from './base64.ts';
import { encryptionKeys } from './settings.ts';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'AES-GCM';

interface Key {
  /** The beginning of its hash, so that nobody has to give it a name. */
  readonly id: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @param context where the text is kept: it decrypts in the same place only */
export async function encrypt(text: string, context: string): Promise<string> {
  const { id, bytes } = await readKey(encryptionKeys()[0]);
  // Random nonces are safe for 2^32 texts per key (SP 800-38D section 8.3).
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const key = await crypto.subtle.importKey('raw', bytes, ALGORITHM, false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt(
    { name: ALGORITHM, iv, additionalData: utf8(context) },
    key,
    utf8(text),
  );
  return `${VERSION}.${id}.${encodeBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))}`;
}

/**
 * @returns the text, and whether it should be encrypted again because its key is not the current one
 * @throws {Error} when it was encrypted with an unknown key or for another context, or was changed
 */
export async function decrypt(
  ciphertext: string,
  context: string,
): Promise<{ readonly text: string; readonly outdated: boolean }> {
  const [version, id = '', sealed = ''] = ciphertext.split('.');
  const known = await Promise.all(encryptionKeys().map(readKey));
  const at = known.findIndex((key) => key.id === id);
  const found = known[at];
  if (version !== VERSION || !found) throw new Error('A stored secret was encrypted with an unknown key.');
  const bytes = decodeBase64Url(sealed);
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('A stored secret was cut off.');
  const key = await crypto.subtle.importKey('raw', found.bytes, ALGORITHM, false, ['decrypt']);
  const text = await crypto.subtle.decrypt(
    { name: ALGORITHM, iv: bytes.subarray(0, NONCE_BYTES), additionalData: utf8(context) },
    key,
    bytes.subarray(NONCE_BYTES),
  );
  return { text: new TextDecoder().decode(text), outdated: at !== 0 };
}

/**
 * Signs a text (HMAC-SHA256, RFC 2104), with a key of its own that is made from the encryption key (RFC 5869): one key
 * is not used for two algorithms.
 * @param purpose a signature is valid for one purpose only
 */
export async function sign(text: string, purpose: string): Promise<string> {
  const key = await macKey(encryptionKeys()[0], purpose, 'sign');
  return encodeBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text))));
}

/** Whether the signature is of this text and purpose, by any of the keys. */
export async function isSigned(text: string, signature: string, purpose: string): Promise<boolean> {
  for (const secret of encryptionKeys()) {
    const key = await macKey(secret, purpose, 'verify');
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, decodeBase64Url(signature), utf8(text))) return true;
  }
  return false;
}

async function macKey(secret: string, purpose: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const { bytes } = await readKey(secret);
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: utf8(purpose) },
    material,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    [use],
  );
}

async function readKey(base64: string): Promise<Key> {
  const bytes = decodeBase64(base64);
  if (bytes.length !== 32) throw new Error('ENCRYPTION_KEY must be 32 bytes in base64.');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const id = [...hash.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { id, bytes };
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
