/** Builds web/dist when it is missing or older than what it is made from. */
import { accessSync, constants, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BUILD_NEEDS_MB, memoryAdvice } from '../server/src/machine/memory-need.ts';
import { runCommand } from './run-command.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SOURCES = [
  'web/src',
  'web/content',
  'web/public',
  'web/build',
  'web/service-worker',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'markdown/src',
  'package-lock.json',
];
// Written last by the build, so it is missing when a build was cut short.
const BUILT = 'web/dist/index.html';

/**
 * @param root the project's folder, with a slash at the end
 * @throws {Error} when it cannot be built; why, has been printed or is the error's sentence
 */
export async function buildWebAppIfStale(root = ROOT): Promise<void> {
  if (!isStale(root)) return;
  refuseWithoutRights(root);
  const short = memoryAdvice(
    'Building the web app',
    BUILD_NEEDS_MB,
    'if it ends without a word, run "npm run build" on another machine and copy web/dist.',
  );
  if (short !== undefined) process.stderr.write(`${short}\n`);
  process.stdout.write('Building the web app …\n');
  // A build that is interrupted from here on must count as missing.
  rmSync(`${root}${BUILT}`, { force: true });
  // In a process of its own, which takes the bundler's memory along when it ends: this one becomes the server.
  await runCommand(process.execPath, [`${root}web/build/build.ts`, '--quiet']).catch((cause: unknown) => {
    throw new Error('The web app was not built.', { cause });
  });
}

/** After an update by another user, such as root before a service of its own user starts. */
function refuseWithoutRights(root: string): void {
  const places = [`${root}web`, `${root}web/dist`, `${root}${BUILT}`].filter((place) => newest(place) > 0);
  try {
    for (const place of places) accessSync(place, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `The web app has to be built after an update, and this user may not write to ${root}web: run "npm run build" there as the user who updated, then start again.`,
      { cause },
    );
  }
}

function isStale(root: string): boolean {
  const built = newest(`${root}${BUILT}`);
  return built === 0 || SOURCES.some((source) => newest(`${root}${source}`) > built);
}

/** @returns milliseconds of the newest change at or below a path; 0 when there is nothing */
function newest(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((entry) => newest(`${path}/${entry}`)));
}
