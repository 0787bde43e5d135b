/** Peers are other people's large packages: they are installed when the bench runs, never with the project. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PEERS = fileURLToPath(new URL('./peers/', import.meta.url));
const LOCKFILE = `${PEERS}package-lock.json`;
// Written when an installation is complete, with the lockfile that it was made from.
const INSTALLED = `${PEERS}node_modules/.installed`;

/** @throws {Error} when npm cannot install them */
export function installPeers(): void {
  const lockfile = readFileSync(LOCKFILE, 'utf8');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lockfile) return;
  process.stdout.write('Installing the peers to compare with …\n');
  try {
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: PEERS, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new Error(`npm could not install it: ${stderr?.toString('utf8').trim().split('\n').pop()}`, {
      cause: error,
    });
  }
  writeFileSync(INSTALLED, lockfile);
}
