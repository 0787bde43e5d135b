/** A migrated database in a folder: unpacking a copy is far quicker than making one. */
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Unpacks the copy that `database-template.ts` has made, as docs/deploy.md says.
 * @param directory made here; its parent is there
 * @returns false when there is no copy, as on Postgres: the first start makes the database
 */
export async function unpackDatabase(directory: string): Promise<boolean> {
  const image = process.env.TEST_DATABASE_IMAGE;
  if (image === undefined) return false;
  await mkdir(directory);
  await promisify(execFile)('tar', ['-xf', image, '-C', directory]);
  return true;
}
