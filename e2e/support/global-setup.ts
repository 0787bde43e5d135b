/** All journeys of a run share a migrated database to copy, and the list of checked parts. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setup as makeDatabase } from '../../server/test/support/database-template.ts';

/** @returns the function that undoes it all */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'trellis-journeys-'));
  process.env.CHECKED_PARTS = path.join(directory, 'checked-parts');
  const removeDatabase = await makeDatabase();
  return async () => {
    await removeDatabase();
    await rm(directory, { recursive: true });
  };
}
