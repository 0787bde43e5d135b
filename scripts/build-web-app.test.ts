import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'trellis-update-'));
  for (const folder of ['web', 'web/src', 'web/dist']) mkdirSync(path.join(root, folder));
  const built = path.join(root, 'web/dist/index.html');
  writeFileSync(built, 'the build before the update');
  utimesSync(built, 0, 0);
});
afterEach(() => rmSync(root, { recursive: true }));

test('a user who may not build after an update is told who may, and how', () => {
  for (const folder of ['web/dist', 'web', '.']) chmodSync(path.join(root, folder), 0o555);
  const script = `import { buildWebAppIfStale } from ${JSON.stringify(new URL('./build-web-app.ts', import.meta.url).href)};
    await buildWebAppIfStale(${JSON.stringify(`${root}/`)}).catch(({ message }) => console.log(message));`;
  // Nothing is forbidden to root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    ...nobody,
  });
  for (const folder of ['.', 'web', 'web/dist']) chmodSync(path.join(root, folder), 0o755);
  expect(stdout.trim()).toBe(
    `The web app has to be built after an update, and this user may not write to ${root}/web: run "npm run build" there as the user who updated, then start again.`,
  );
});
