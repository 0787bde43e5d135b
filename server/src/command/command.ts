/** A command of `trellis`: its usage, a sentence about it, and what it does. */
import type { ParseArgsOptionsConfig } from 'node:util';
import type { OperatorSettings } from './operator-settings.ts';

export interface CommandInput {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** @throws {import('../config/environment.ts').ConfigError} */
  readonly settings: () => Promise<OperatorSettings>;
  readonly print: (line: string) => void;
}

export interface Command {
  /** The words after the command's name. */
  readonly usage: string;
  readonly about: string;
  readonly options?: ParseArgsOptionsConfig;
  /** @returns whether all is well */
  run(input: CommandInput): Promise<boolean>;
}
