import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireReadableBuild } from './web-app.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-build-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the server starts with a build of the app, and without one', async () => {
  await writeFile(path.join(folder, 'index.html'), '<html>');
  await requireReadableBuild(folder);
  await requireReadableBuild(path.join(folder, 'missing'));
});

// A page that is a folder, since nothing is unreadable to an administrator.
test.each([
  ['a page', (at: string) => mkdir(path.join(at, 'app.html')), ''],
  ['the folder', (at: string) => writeFile(path.join(at, 'dist'), 'a file'), 'dist'],
])('%s that cannot be read is named in a sentence', async (_what, spoil, name) => {
  await spoil(folder);
  await expect(requireReadableBuild(path.join(folder, name))).rejects.toThrow(
    /^The web app in .+ cannot be read \(E\w+\): build it again with npm run build\.$/,
  );
});
