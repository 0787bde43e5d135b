/** The queue of mails (server/src/mail/queue), as the running server shows it. */
import type { Command, CommandInput } from './command.ts';
import { UsageError } from './command-errors.ts';
import { askServer } from './running-server.ts';

interface ShownMail {
  readonly id: string;
  readonly kind: string;
  readonly to: string | null;
  readonly tries: number;
  readonly problem: string | null;
  readonly due: string;
  readonly created_at: string;
  readonly failed_at: string | null;
}

export const mails: Command = {
  usage: '[retry [<id>] | drop [<id>]]',
  about: 'Mails that wait or failed. `retry` sends them now, `drop` forgets those that failed, or the one.',
  run: async (input) => {
    const [action = 'list', id, ...others] = input.words;
    if (others.length > 0) throw new UsageError('Name one mail, or none for all.');
    if (action === 'list' && id === undefined) return list(input);
    const query = id === undefined ? '' : `?id=${encodeURIComponent(id)}`;
    if (action === 'retry') return tell(input, 'POST', `/retry${query}`, 'tried again now');
    if (action === 'drop') return tell(input, 'DELETE', query, 'forgotten');
    throw new UsageError(`There is no "mails ${action}".`);
  },
};

async function list({ settings, print }: CommandInput): Promise<boolean> {
  const all = await askServer<readonly ShownMail[]>(await settings(), { path: '/mail/v1/messages' });
  const failed = all.filter(({ failed_at }) => failed_at !== null);
  print(`${all.length - failed.length} waiting, ${failed.length} failed.`);
  for (const { id, kind, to, tries, problem, due, created_at, failed_at } of all) {
    const state = failed_at === null ? `waiting, due ${shown(due)}` : `failed ${shown(failed_at)}`;
    print(`\n${id}  ${kind} to ${to ?? '(forgotten)'}, written ${shown(created_at)}`);
    print(`  ${state}, ${tries} ${tries === 1 ? 'try' : 'tries'}${problem === null ? '' : `: ${problem}`}`);
  }
  return failed.length === 0;
}

async function tell(
  { settings, print, words }: CommandInput,
  method: 'POST' | 'DELETE',
  path: string,
  done: string,
): Promise<boolean> {
  const question = { method, path: `/mail/v1/messages${path}` };
  const { count } = await askServer<{ count: number }>(await settings(), question);
  print(`${count} ${count === 1 ? 'mail is' : 'mails are'} ${done}.`);
  return count > 0 || words[1] === undefined;
}

/** The time as the log writes it, without what nobody reads; nothing in a mail's answer can move the cursor. */
function shown(time: string): string {
  return time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
}
