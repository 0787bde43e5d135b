/** All checks of the start, by hand. */
import { ConfigError } from '../../config/environment.ts';
import type { Command } from '../command.ts';
import { askReadiness } from '../running-server.ts';
import { type Finding, fine, warning, wrong } from './check.ts';
import { checkBackups } from './check-backups.ts';
import { checkDatabase } from './check-database.ts';
import { checkMachine } from './check-machine.ts';
import { checkMail } from './check-mail.ts';

const SIGNS = { fine: 'ok     ', warning: 'warning', wrong: 'WRONG  ' } as const;

export const doctor: Command = {
  usage: '',
  about:
    'Checks settings, machine, database, files, backups and mail server, and says what to do. Exit code 1 when something is wrong.',
  run: async ({ settings, print }) => {
    let isWell = true;
    const tell = (...findings: readonly Finding[]) => {
      for (const { state, about, text } of findings) {
        print(`${SIGNS[state]}  ${about}: ${text}`);
        if (state === 'wrong') isWell = false;
      }
    };
    const known = await settings().catch((error: unknown) => {
      if (!(error instanceof ConfigError)) throw error;
      tell(...error.problems.map((problem) => wrong('Settings', problem)));
      return undefined;
    });
    if (!known) return false;
    tell(fine('Settings', 'all are right.'), ...(await checkMachine(known.config)));
    const server = await askReadiness(known);
    tell(
      ...(server
        ? [
            ...(server.problems ?? []).map((problem) => wrong('Server', problem)),
            ...(server.warnings ?? []).map((problem) => wrong('Server', problem)),
            server.status === 'ok' ? fine('Server', 'it runs.') : wrong('Server', 'it is not ready.'),
          ]
        : [warning('Server', 'none runs with these settings.')]),
    );
    tell(
      ...(await checkDatabase(known, server !== undefined)),
      await checkBackups(known),
      await checkMail(known),
    );
    return isWell;
  },
};
