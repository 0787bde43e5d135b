/** Finds the process that draws a page, so that it can be stopped as by a frozen machine: no protocol of the browser tells. */
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

// Longer than a page on a busy machine takes for nothing.
const SILENT_MS = 2000;

/** @param group the browser's process group */
export async function renderersOf(group: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,pgid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, pgid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(pgid) === group && args.includes('--type=renderer') ? [Number(pid)] : [];
  });
}

/**
 * Stops each for a moment: a page that answers meanwhile has another one, however slow the machine.
 * @param answers resolves once the page has answered
 * @throws {Error} when more than one kept the page silent
 */
export async function rendererOf(
  renderers: readonly number[],
  answers: () => Promise<unknown>,
): Promise<number> {
  const silencing: number[] = [];
  for (const pid of renderers) {
    if (!signal(pid, 'SIGSTOP')) continue;
    const isSilent = await Promise.race([answers().then(() => false), pause(SILENT_MS, true)]).finally(() =>
      signal(pid, 'SIGCONT'),
    );
    if (isSilent) silencing.push(pid);
  }
  const [found] = silencing;
  if (found === undefined || silencing.length > 1)
    throw new Error(`${silencing.length} of ${renderers.length} renderers may be the page's.`);
  return found;
}

/** @returns false when there is no such process any more */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
