#!/usr/bin/env node
/**
 * `trellis <command>`: what an operator does by hand, with the settings that the start reads. Exit code 0 when all is well,
 * 1 when something is wrong, 2 when the command was written in a wrong way.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/environment.ts';
import { loadEnvFile } from '../config/load-env-file.ts';
import { actAsOwner } from './act-as-owner.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';
import { doctor } from './doctor/doctor.ts';
import { mails } from './mails.ts';
import { moveToEmbedded, moveToPostgres } from './move.ts';
import { readOperatorSettings } from './operator-settings.ts';
import { restore } from './restore.ts';
import { start } from './start.ts';
import { testMail } from './test-mail.ts';
import { user } from './user.ts';
import { version } from './version.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  start,
  version,
  doctor,
  'test-mail': testMail,
  mails,
  user,
  backup,
  restore,
  'move-to-postgres': moveToPostgres,
  'move-to-embedded': moveToEmbedded,
};
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

async function main([name = 'help', ...given]: readonly string[]): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    say(help());
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name === '--version' ? 'version' : name)
    ? COMMANDS[name === '--version' ? 'version' : name]
    : undefined;
  if (!command) {
    complain(`There is no command "${name}".\n\n${help()}`);
    return 2;
  }
  try {
    const { words, options } = parse(command, given);
    if (options.help) {
      say(usageOf(name, command));
      return 0;
    }
    // Nobody sees the folder of a release that npx runs.
    for (const folder of [process.cwd(), PROJECT]) loadEnvFile(folder);
    const settings = async () => {
      const read = readOperatorSettings(process.env);
      await actAsOwner(read.config.dataDir);
      return read;
    };
    return (await command.run({ words, options, settings, print: say })) ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) {
      complain(`${error.message}\n\n${usageOf(name, command)}`);
      return 2;
    }
    if (error instanceof ConfigError) complain(error.problems.join('\n'));
    else complain(error instanceof CommandError ? error.message : `It failed: ${(error as Error).message}`);
    return 1;
  }
}

/** @throws {UsageError} */
function parse({ options = {} }: Command, args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { words: positionals, options: values as Readonly<Record<string, string | boolean | undefined>> };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function help(): string {
  const list = Object.entries(COMMANDS).map(
    ([name, { usage, about }]) => `  ${name} ${usage}\n      ${about}\n`,
  );
  return `Usage: trellis <command>\n\n${list.join('')}\nSettings are those of the start: variables, and the file .env (docs/settings.md).`;
}

function usageOf(name: string, { usage, about }: Command): string {
  return `Usage: trellis ${name} ${usage}\n${about}`;
}

function say(text: string): void {
  process.stdout.write(`${plain(text)}\n`);
}

function complain(text: string): void {
  process.stderr.write(`${plain(text)}\n`);
}

/** Addresses and answers of mail servers are others' words: none of them moves the cursor of a terminal. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '�');
}

process.exitCode = await main(process.argv.slice(2));
