import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadEnvFile } from './load-env-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-env-'));
  vi.stubEnv('MAIL_FROM', undefined);
  vi.stubEnv('PORT', '4000');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('a file gives settings, and the environment overrides them', async () => {
  await writeFile(
    path.join(folder, '.env'),
    '# Comment\nMAIL_FROM="Trellis <a@example.com>"\nPORT=5000\nEMPTY=\n',
  );
  loadEnvFile(folder);
  expect(process.env.MAIL_FROM).toBe('Trellis <a@example.com>');
  expect(process.env.PORT).toBe('4000');
});

test('a missing file is fine, an unreadable one is an error', async () => {
  expect(() => loadEnvFile(folder)).not.toThrow();
  await mkdir(path.join(folder, '.env'));
  expect(() => loadEnvFile(folder)).toThrow();
});
