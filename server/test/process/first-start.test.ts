/** The first start makes a database: the memory this takes, and how an interrupted one is repeated. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openWorkshop } from '../support/server-process.ts';

const MOST_MB = 500;
// Making a database takes a while on a busy machine.
const PATIENCE_MS = 180_000;

test(
  'starts over after an interrupted one, and takes no more than 500 MB, helpers included',
  async () => {
    await using workshop = await openWorkshop({ withDatabase: false });
    const database = path.join(workshop.dataDir, 'database');
    // As a power cut leaves it: half of it in the folder within, some of it already in its place.
    await mkdir(path.join(database, 'new', 'base'), { recursive: true });
    await mkdir(path.join(database, 'global'));
    await writeFile(path.join(database, 'global', 'pg_control'), 'half');
    const server = workshop.start();
    let most = 0;
    const watch = setInterval(async () => {
      most = Math.max(most, await memoryOfTree(server.child.pid ?? 0));
    }, 20);
    await server.healthy();
    clearInterval(watch);
    expect(await readdir(database)).not.toContain('new');
    // Other systems do not tell.
    if (process.platform !== 'linux') return;
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThan(MOST_MB);
    expect(await megabytes(server.child.pid ?? 0, 'VmHWM')).toBeLessThan(MOST_MB);
  },
  PATIENCE_MS,
);

const GROUPS = '/sys/fs/cgroup/memory';

// Only a machine with control groups of version 1 that this user may change can try it.
test.runIf(existsSync(GROUPS) && process.getuid?.() === 0)(
  'starts within 512 MB that the system limits it to, and says when it is allowed less',
  async (context) => {
    const group = path.join(GROUPS, `trellis-test-${process.pid}`);
    // A container may let root read the groups and not change them: there is no limit to be had then.
    await mkdir(group).catch(() => context.skip('The control groups cannot be changed here.'));
    try {
      for (const [limitMb, isShort] of [
        [512, false],
        [450, true],
      ] as const) {
        await using workshop = await openWorkshop({ withDatabase: false });
        await writeFile(path.join(group, 'memory.limit_in_bytes'), String(limitMb * 1024 * 1024));
        const server = workshop.start();
        // Before it has begun to do anything: a limit does not count what was taken before it.
        await writeFile(path.join(group, 'cgroup.procs'), String(server.child.pid));
        await server.healthy();
        const sentence = `Trellis needs 512 MB of memory, and only ${limitMb} MB are allowed here`;
        expect(server.output().includes(sentence)).toBe(isShort);
        server.child.kill('SIGTERM');
        await server.exited;
      }
    } finally {
      await rmdir(group);
    }
  },
  PATIENCE_MS,
);

/** Megabytes that a process and its descendants hold at this moment. */
async function memoryOfTree(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = children.split(' ').filter((one) => one !== '');
  const below = await Promise.all(pids.map((child) => memoryOfTree(Number(child))));
  return (await megabytes(pid, 'VmRSS')) + below.reduce((sum, one) => sum + one, 0);
}

async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
}
