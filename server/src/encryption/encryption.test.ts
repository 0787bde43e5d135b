import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createEncryption } from './encryption.ts';

const newKey = () => randomBytes(32).toString('base64');

test('gives the text back, and never the same ciphertext twice', () => {
  const encryption = createEncryption([newKey()]);
  const first = encryption.encrypt('ключ 🦊', 'here');
  expect(first).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
  expect(encryption.encrypt('ключ 🦊', 'here')).not.toBe(first);
  expect(encryption.decrypt(first, 'here')).toEqual({ text: 'ключ 🦊', outdated: false });
  expect(encryption.decrypt(encryption.encrypt('', 'here'), 'here').text).toBe('');
});

test('a ciphertext opens neither elsewhere, nor changed, cut off, or without its key', () => {
  const encryption = createEncryption([newKey()]);
  const sealed = encryption.encrypt('secret', 'row 1');
  expect(() => encryption.decrypt(sealed, 'row 2')).toThrow();
  const [version, id, data = ''] = sealed.split('.');
  const bytes = Buffer.from(data, 'base64url');
  bytes[14] = (bytes[14] ?? 0) ^ 1;
  expect(() => encryption.decrypt(`${version}.${id}.${bytes.toString('base64url')}`, 'row 1')).toThrow();
  for (const cut of [
    '',
    'v1',
    `${version}.${id}.`,
    `${version}.${id}.${data.slice(0, 8)}`,
    sealed.slice(0, -4),
  ])
    expect(() => encryption.decrypt(cut, 'row 1')).toThrow();
  expect(() => createEncryption([newKey()]).decrypt(sealed, 'row 1')).toThrow('unknown key');
});

test('reads a text of an older key, and says so', () => {
  const [older, newer] = [newKey(), newKey()];
  const sealed = createEncryption([older]).encrypt('secret', 'here');
  const rotated = createEncryption([newer, older]);
  expect(rotated.decrypt(sealed, 'here')).toEqual({ text: 'secret', outdated: true });
  expect(rotated.decrypt(rotated.encrypt('secret', 'here'), 'here').outdated).toBe(false);
});
