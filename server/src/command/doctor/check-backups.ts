/** Whether backups are made by a schedule, can be written to their place, and are there. */
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { openPlace } from '../../backup/places/open-place.ts';
import { isS3Address } from '../../config/config.ts';
import type { OperatorSettings } from '../operator-settings.ts';
import { type Finding, fine, warning, wrong } from './check.ts';

const ABOUT = 'Backups';
// The one that is being made may take a while.
const LATE = 2;

export async function checkBackups({ config, givenSecrets }: OperatorSettings): Promise<Finding> {
  const { every, to } = config.backup;
  try {
    if (!isS3Address(to)) await requireWritable(to);
    const newest = (await (await openPlace(config, givenSecrets)).list()).at(-1);
    if (every === undefined)
      return warning(
        ABOUT,
        `none is made by a schedule: set BACKUP_EVERY, unless other tools make them. ${newest === undefined ? 'There is none' : `The newest is ${newest}`} in ${to}.`,
      );
    if (newest === undefined) return warning(ABOUT, `there is none in ${to} yet.`);
    return Date.now() - timeOf(newest) > LATE * every
      ? wrong(
          ABOUT,
          `the newest in ${to} is ${newest}, which is older than BACKUP_EVERY allows. The log says why.`,
        )
      : fine(ABOUT, `the newest in ${to} is ${newest}.`);
  } catch (error) {
    return wrong(ABOUT, (error as Error).message);
  }
}

/** The folder, or that in which it will be made. */
async function requireWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && path.dirname(folder) !== folder) return requireWritable(path.dirname(folder));
    throw new Error(`${folder} cannot be written (${message}): give it to the user who runs Trellis.`);
  }
}

/** @param name of an archive, which says when it was begun */
function timeOf(name: string): number {
  return Date.parse(name.slice('trellis-'.length).replace(/T(\d\d)-(\d\d)-(\d\d)Z.*/, 'T$1:$2:$3Z'));
}
