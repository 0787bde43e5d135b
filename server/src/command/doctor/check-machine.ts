/** The machine's part: room on the disk, memory, and folders that can be written. */
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { freeMib } from '../../machine/disk-room.ts';
import { LEAST_FREE_MIB } from '../../machine/disk-watch.ts';
import { memoryAdvice, SERVER_NEEDS_MB } from '../../machine/memory-need.ts';
import { type Finding, fine, warning, wrong } from './check.ts';

const LITTLE_MIB = 1024;

export async function checkMachine({ dataDir, database }: Config): Promise<readonly Finding[]> {
  const storage = path.join(dataDir, 'storage');
  return [
    checkMemory(database.kind),
    await checkFolder('Data folder', dataDir),
    await checkSecrets(path.join(dataDir, 'secrets.json')),
    await checkFolder('Files', storage),
    await checkDisk(dataDir),
  ];
}

function checkMemory(kind: Config['database']['kind']): Finding {
  const advice = memoryAdvice('Trellis', SERVER_NEEDS_MB[kind], 'give it more, or the system may end it.');
  return advice === undefined ? fine('Memory', 'enough.') : warning('Memory', advice);
}

async function checkFolder(about: string, folder: string): Promise<Finding> {
  try {
    if (!(await stat(folder)).isDirectory()) return wrong(about, `${folder} is no folder.`);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return fine(about, `${folder} can be written.`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return warning(about, `${folder} is not there yet: it is made when it is needed.`);
    return wrong(about, `${folder} cannot be used: ${message}. Give it to the user who runs Trellis.`);
  }
}

async function checkSecrets(file: string): Promise<Finding> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return warning('Secrets', `${file} is not there: the start makes what is not set.`);
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    return wrong('Secrets', `Others may read ${file}: run chmod 600 on it.`);
  return fine('Secrets', `${file} is for its owner only.`);
}

async function checkDisk(folder: string): Promise<Finding> {
  const room = await statfs(folder).catch(() => undefined);
  if (!room) return warning('Disk', 'its room is not known before the data folder is there.');
  const free = freeMib(room);
  const text = `${free} MB are free where ${folder} is.`;
  if (free < LEAST_FREE_MIB)
    return wrong('Disk', `${text} Make room: Trellis needs ${LEAST_FREE_MIB} to start.`);
  return free < LITTLE_MIB ? warning('Disk', `${text} Make room soon.`) : fine('Disk', text);
}
