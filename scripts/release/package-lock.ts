/** The packages that a release needs of npm, pinned to the versions that were tested. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../run-command.ts';

interface Package {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly link?: boolean }>>;
}

const WORKSPACES_OF_THE_SERVER = ['server', 'markdown', 'supabase/functions'];

/** @returns what the release's package.json says */
export async function describeRelease(root: string) {
  const read = async (file: string): Promise<Package> =>
    JSON.parse(await readFile(path.join(root, file), 'utf8'));
  const { version, description, license } = await read('package.json');
  const parts = await Promise.all(WORKSPACES_OF_THE_SERVER.map((folder) => read(`${folder}/package.json`)));
  return {
    name: 'trellis',
    version,
    description,
    license,
    type: 'module',
    // The oldest that a release is tried with.
    engines: { node: '>=24' },
    bin: { trellis: 'trellis.js' },
    scripts: { start: 'node trellis.js start' },
    dependencies: Object.assign({}, ...parts.map((part) => part.dependencies)) as Package['dependencies'],
  };
}

/** Writes package.json and the lock file that npm takes along into a published package (npm-shrinkwrap.json). */
export async function writePackage(root: string, target: string): Promise<void> {
  const description = await describeRelease(root);
  const lock: Lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(lock.packages).filter(
    ([place, { link }]) => place.startsWith('node_modules/') && !link,
  );
  const packages = { '': description, ...Object.fromEntries(installed) };
  await writeFile(path.join(target, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  await writeFile(
    path.join(target, 'npm-shrinkwrap.json'),
    JSON.stringify({ ...lock, name: 'trellis', packages }),
  );
  // npm takes away what nothing needs. It asks nobody, since every version is in the file.
  await runCommand('npm', [
    'install',
    '--prefix',
    target,
    ...['--package-lock-only', '--offline', '--omit=dev', '--ignore-scripts', '--silent'],
  ]);
}
