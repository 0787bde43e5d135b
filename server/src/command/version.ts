/** `trellis version`: the version of this program. */
import { readFileSync } from 'node:fs';
import { readMigrations } from '../database/migrate/migration-files.ts';
import type { Command } from './command.ts';

const PACKAGE = new URL('../../../package.json', import.meta.url);

export const version: Command = {
  usage: '',
  about: 'Which release this is, and the newest change of the database that it brings.',
  run: async ({ print }) => {
    const { version: release } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
    const newest = (await readMigrations()).at(-1);
    print(`Trellis ${release}`);
    print(`Database: ${newest?.version}_${newest?.name}`);
    print(`Node ${process.versions.node}`);
    return true;
  },
};
