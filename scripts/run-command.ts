/** Runs a program with this terminal as its own. */
import { spawn } from 'node:child_process';

/** @throws {Error} when it ends with anything but 0 */
export async function runCommand(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? 'a signal'}.`);
}

/** Installs one of the system's own packages, saying so. */
export async function installSystemPackage(name: string): Promise<void> {
  process.stdout.write(`Installing ${name} through the system's package manager …\n`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], quiet);
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], quiet);
}
