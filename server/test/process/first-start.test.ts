/** The first start makes a database: the memory this takes, and how an interrupted one is repeated. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AS_PEOPLE_RUN_IT, openWorkshop } from '../support/server-process.ts';

const MOST_MB = 500;
// Making a database takes a while on a busy machine.
const PATIENCE_MS = 180_000;

const GROUPS = '/sys/fs/cgroup/memory';
// Only a machine with control groups of version 1 that this user may change can limit a process.
const mayLimit = existsSync(GROUPS) && process.getuid?.() === 0;

/** @returns undefined where a process cannot be limited: a container may let root read the groups and not change them */
async function limitTo(limitMb: number) {
  const group = path.join(GROUPS, `trellis-test-${process.pid}-${limitMb}`);
  const isMade =
    mayLimit &&
    (await mkdir(group).then(
      () => true,
      () => false,
    ));
  if (!isMade) return undefined;
  await writeFile(path.join(group, 'memory.limit_in_bytes'), String(limitMb * 1024 * 1024));
  return {
    add: (pid: number) => writeFile(path.join(group, 'cgroup.procs'), String(pid)),
    [Symbol.asyncDispose]: () => rmdir(group),
  };
}

test(
  'starts over after an interrupted one, in no more than 500 MB, helpers included, and where 512 MB are allowed',
  async () => {
    await using group = await limitTo(512);
    await using workshop = await openWorkshop({ withDatabase: false });
    const database = path.join(workshop.dataDir, 'database');
    // As a power cut leaves it: half of it in the folder within, some of it already in its place.
    await mkdir(path.join(database, 'new', 'base'), { recursive: true });
    await mkdir(path.join(database, 'global'));
    await writeFile(path.join(database, 'global', 'pg_control'), 'half');
    const server = workshop.start({}, AS_PEOPLE_RUN_IT);
    // Before it has begun to do anything: a limit does not count what was taken before it.
    await group?.add(server.child.pid ?? 0);
    let most = 0;
    const watch = setInterval(async () => {
      most = Math.max(most, await memoryOfTree(server.child.pid ?? 0));
    }, 20);
    await server.healthy();
    clearInterval(watch);
    expect(await readdir(database)).not.toContain('new');
    if (group) expect(server.output()).not.toContain('Trellis needs');
    // Other systems do not tell.
    if (process.platform !== 'linux') return;
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThan(MOST_MB);
    expect(await megabytes(server.child.pid ?? 0, 'VmHWM')).toBeLessThan(MOST_MB);
  },
  PATIENCE_MS,
);

test.runIf(mayLimit)(
  'says when it is allowed less memory than it needs',
  async (context) => {
    await using group = await limitTo(450);
    // In a container without the right to change them nothing can limit the server's memory.
    if (!group) return context.skip('The control groups cannot be changed here.');
    await using workshop = await openWorkshop();
    const server = workshop.start({}, AS_PEOPLE_RUN_IT);
    await group.add(server.child.pid ?? 0);
    await server.healthy();
    expect(server.output()).toContain('Trellis needs 512 MB of memory, and only 450 MB are allowed here');
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
