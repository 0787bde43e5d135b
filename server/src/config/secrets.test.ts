import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';
import { loadSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'trellis-secrets-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const load = (variables: Record<string, string> = {}) => loadSecrets(readEnvironment(variables), dataDir);
const file = () => path.join(dataDir, 'secrets.json');

test('the first start makes secrets and the second finds them', async () => {
  const first = await load();
  expect(await load()).toEqual(first);
  expect(first.encryptionKeys.map((key) => Buffer.from(key, 'base64').length)).toEqual([32]);
});

test('only their owner may read them', async () => {
  await load();
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test('processes that start at once end with the same secrets', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => load()));
  expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
});

test('a given secret takes the place of the stored one', async () => {
  const key = 'sb_publishable_given_by_operator';
  expect((await load({ SUPABASE_PUBLISHABLE_KEY: key })).publishableKey).toBe(key);
  expect((await load()).publishableKey).not.toBe(key);
});

test('several encryption keys are taken in their order', async () => {
  const keys = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  expect((await load({ ENCRYPTION_KEY: keys.join(', ') })).encryptionKeys).toEqual(keys);
});

test('no file is written when all secrets are given', async () => {
  const stored = JSON.parse(await load().then(() => readFile(file(), 'utf8')));
  await rm(file());
  await load({ ...stored, AUTH_JWT_KEYS: JSON.stringify(stored.AUTH_JWT_KEYS) });
  await expect(stat(file())).rejects.toThrow('ENOENT');
});

test('a damaged file is refused, never replaced', async () => {
  await writeFile(file(), '{"SUPABASE_PUB');
  // The error must say what deleting the file costs.
  await expect(load()).rejects.toThrow(/secrets\.json is damaged: .* two-step verification/);
  expect(await readFile(file(), 'utf8')).toBe('{"SUPABASE_PUB');
});

test.each([
  ['AUTH_JWT_KEYS', '[{"kty":"RSA"}]'],
  ['AUTH_JWT_KEYS', '[]'],
  ['AUTH_JWT_KEYS', 'nonsense'],
  ['AUTH_JWT_KEYS', '[{"kty":"EC","crv":"P-256","kid":"1","x":"AA","y":"AA","d":"AA"}]'],
  ['ENCRYPTION_KEY', 'dG9vIHNob3J0'],
  ['ENCRYPTION_KEY', `${Buffer.alloc(32).toString('base64')},dG9vIHNob3J0`],
])('%s=%s is refused', async (name, value) => {
  await expect(load({ [name]: value })).rejects.toThrow(name);
});

test('a data folder that is a file is refused in a sentence', async () => {
  await writeFile(file(), 'a file');
  const refused = loadSecrets(readEnvironment({}), file());
  await expect(refused).rejects.toThrow(/^DATA_DIR cannot be used: .*\.$/);
});

test('a missing folder is made, with its parents', async () => {
  const folder = path.join(dataDir, 'a', 'b');
  await loadSecrets(readEnvironment({}), folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test.runIf(process.platform === 'linux')('a data folder that cannot be made is refused', async () => {
  const refused = loadSecrets(readEnvironment({}), '/proc/nothing/here');
  await expect(refused).rejects.toThrow(/^DATA_DIR cannot be used: .*\.$/);
});
