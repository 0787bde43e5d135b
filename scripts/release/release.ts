/**
 * `npm run release [folder]`: makes the archive of this version, which is also a package that npm installs and npx runs,
 * its checksum, and its notes from the changelog.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWebAppIfStale } from '../build-web-app.ts';
import { runCommand } from '../run-command.ts';
import { describeRelease, writePackage } from './package-lock.ts';
import { copyPrograms } from './program-files.ts';
import { releaseNotes } from './release-notes.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const AS_THEY_ARE = [
  'web/dist',
  'deploy',
  'docs',
  'LICENSE',
  'THIRD-PARTY.md',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
];

const target = path.resolve(process.argv[2] ?? path.join(ROOT, 'release'));
const contents = path.join(target, 'package');
const { version } = await describeRelease(ROOT);
const notes = releaseNotes(await readFile(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
await buildWebAppIfStale();

await rm(contents, { recursive: true, force: true });
await mkdir(contents, { recursive: true });
await copyPrograms(ROOT, contents);
for (const place of AS_THEY_ARE)
  await cp(path.join(ROOT, place), path.join(contents, place), {
    recursive: true,
    filter: (source) => !source.includes('docs/screenshots/'),
  });
await cp(path.join(ROOT, 'scripts/release/trellis.js'), path.join(contents, 'trellis.js'));
await writePackage(ROOT, contents);
await runCommand('npm', ['pack', contents, '--pack-destination', target, '--ignore-scripts', '--silent']);

const archive = `trellis-${version}.tgz`;
const sum = createHash('sha256')
  .update(await readFile(path.join(target, archive)))
  .digest('hex');
await writeFile(path.join(target, 'SHA256SUMS'), `${sum}  ${archive}\n`);
await writeFile(path.join(target, 'NOTES.md'), `${notes}\n`);
await rm(contents, { recursive: true });
process.stdout.write(`${path.join(target, archive)}\nsha256 ${sum}\n`);
