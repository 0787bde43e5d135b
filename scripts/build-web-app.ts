/** Builds web/dist when it is missing or older than what it is made from. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runCommand } from './run-command.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const SOURCES = [
  'web/src',
  'web/content',
  'web/public',
  'web/build',
  'web/service-worker',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'package-lock.json',
];
// Written last by the build, so it is missing when a build was cut short.
const BUILT = `${root}web/dist/index.html`;

/** @throws {Error} when it cannot be built; why, has been printed */
export async function buildWebAppIfStale(): Promise<void> {
  if (!isStale()) return;
  process.stdout.write('Building the web app …\n');
  // A build that is interrupted from here on must count as missing.
  rmSync(BUILT, { force: true });
  // In a process of its own, which takes the bundler's memory along when it ends: this one becomes the server.
  await runCommand(process.execPath, [`${root}web/build/build.ts`, '--quiet']).catch((cause: unknown) => {
    throw new Error('The web app was not built.', { cause });
  });
}

function isStale(): boolean {
  const built = newest(BUILT);
  return built === 0 || SOURCES.some((source) => newest(`${root}${source}`) > built);
}

/** @returns milliseconds of the newest change at or below a path; 0 when there is nothing */
function newest(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((entry) => newest(`${path}/${entry}`)));
}
