/** A release is the program of this clone: it starts where npm would put it, and writes nothing beside itself. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkshop } from '../../server/test/support/server-process.ts';
import { runCommand } from '../run-command.ts';
import { toJavaScript } from './program-files.ts';
import { releaseNotes } from './release-notes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;
let program: string;

/** Puts beside the package, as npm does, everything that it needs, and nothing of a developer's. */
async function install(): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, 'trellis'), { recursive: true });
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const into = ['-C', path.join(modules, 'trellis'), '--strip-components=1'];
  await runCommand('tar', ['-xzf', path.join(folder, archive), ...into]);
  const lock = JSON.parse(await readFile(path.join(modules, 'trellis', 'npm-shrinkwrap.json'), 'utf8'));
  const places = Object.keys(lock.packages).filter((place) =>
    /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(place),
  );
  // Those for other systems are not installed.
  for (const place of places.filter((place) => existsSync(path.join(ROOT, place)))) {
    await mkdir(path.dirname(path.join(folder, place)), { recursive: true });
    await symlink(path.join(ROOT, place), path.join(folder, place));
  }
  program = path.join(modules, 'trellis', 'trellis.js');
}

async function contents(): Promise<readonly string[]> {
  const files = await readdir(path.dirname(program), { recursive: true });
  return Promise.all(
    files.sort().map(async (file) => `${file} ${(await stat(path.join(program, '..', file))).mtimeMs}`),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-release-'));
  await runCommand(process.execPath, [
    '--no-warnings',
    path.join(ROOT, 'scripts/release/release.ts'),
    folder,
  ]);
  await install();
});
afterAll(() => rm(folder, { recursive: true }));

test('the archive has its checksum, notes, and the program without tests or types', async () => {
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const sum = createHash('sha256')
    .update(await readFile(path.join(folder, archive)))
    .digest('hex');
  expect(await readFile(path.join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${sum}  ${archive}\n`);
  expect((await readFile(path.join(folder, 'NOTES.md'), 'utf8')).length).toBeGreaterThan(20);
  const files = await readdir(path.dirname(program), { recursive: true });
  expect(files.filter((file) => /\.tsx?$|\.test\.|^data|\.env$/.test(file))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([
      'web/dist/index.html',
      'web/dist/licenses.txt',
      'docs/deploy.md',
      'LICENSE',
      'THIRD-PARTY.md',
    ]),
  );
});

test('it starts below node_modules, answers, and runs its functions', async () => {
  await using workshop = await openWorkshop();
  const before = await contents();
  const server = workshop.start({}, [program, 'start']);
  await server.healthy();
  const at = `http://127.0.0.1:${workshop.port}`;
  expect(await (await fetch(`${at}/`)).text()).toContain('<title>Trellis');
  // The function's own answer: it was found, started, and asked the database.
  const missing = await fetch(`${at}/functions/v1/public-page/nothing`);
  expect([missing.status, await missing.text()]).toEqual([
    404,
    expect.stringContaining('<h1>Page not found</h1>'),
  ]);
  const command = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], {
      env: { ...process.env, PORT: String(workshop.port), DATA_DIR: workshop.dataDir },
      encoding: 'utf8',
    });
  expect(command('version').stdout).toMatch(/^Trellis \d+\.\d+\.\d+\n/);
  expect(command('doctor')).toMatchObject({ status: 0, stdout: expect.stringContaining('Server: it runs.') });
  expect(await contents(), 'nothing is written beside the program').toEqual(before);
});

test('types go, and sources are named as they are called then', () => {
  const source = `import type { A } from './a.ts';\nimport { b } from '../b.ts';\nnew URL('./c.ts', import.meta.url);\nexport const d: A = b as A;\n`;
  const script = toJavaScript(source);
  expect(script.split('\n')).toHaveLength(source.split('\n').length);
  expect(script.replaceAll(/ +/g, ' ').trim()).toBe(
    "import { b } from '../b.js';\nnew URL('./c.js', import.meta.url);\nexport const d = b ;",
  );
});

test('notes are those of the version, and of what comes next until it has some', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- C\n\n## [1.1.0] - 2026-11-25\n\n- B\n\n## 1.0.0\n\n- A\n';
  expect(releaseNotes(changelog, '1.1.0')).toBe('- B');
  expect(releaseNotes(changelog, '1.0.0')).toBe('- A');
  expect(releaseNotes(changelog, '1.2.0')).toBe('- C');
  expect(() => releaseNotes('# Changelog\n\n## Unreleased\n\n## 1.0.0\n\n- A\n', '1.1.0')).toThrow(
    'nothing about 1.1.0',
  );
});
