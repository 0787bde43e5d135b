/** Accounts, through the administrator's operations of the auth service (protocols/auth/admin). */
import type { Command, CommandInput } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';
import { askServer } from './running-server.ts';

interface ShownUser {
  readonly id: string;
  readonly email: string;
  readonly created_at: string;
  readonly last_sign_in_at?: string;
  readonly email_confirmed_at?: string;
  readonly banned_until?: string;
}

const PER_PAGE = 200;
// A hundred years: as long as the server keeps.
const FOREVER = '876000h';

export const user: Command = {
  usage:
    'list [<part of an address or name>] | invite <address> | suspend <address> | restore <address> | delete <address> --yes',
  about: 'Accounts. A suspended one can neither sign in nor go on, and keeps everything.',
  options: { yes: { type: 'boolean' }, for: { type: 'string' } },
  run: async (input) => {
    const [action, word = '', ...others] = input.words;
    if (others.length > 0) throw new UsageError('Name one account.');
    if (action === 'list') return list(input, word);
    if (!word.includes('@')) throw new UsageError('Name an account by its address.');
    switch (action) {
      case 'invite':
        return invite(input, word);
      case 'suspend':
        return ban(input, word, String(input.options.for ?? FOREVER), 'is suspended');
      case 'restore':
        return ban(input, word, 'none', 'may sign in again');
      case 'delete':
        return remove(input, word);
      default:
        throw new UsageError(`There is no "user ${action ?? ''}".`);
    }
  },
};

async function find({ settings }: CommandInput, filter: string): Promise<readonly ShownUser[]> {
  const found: ShownUser[] = [];
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ filter, page: String(page), per_page: String(PER_PAGE) });
    const path = `/auth/v1/admin/users?${query}`;
    const { users } = await askServer<{ users: ShownUser[] }>(await settings(), { path });
    found.push(...users);
    if (users.length < PER_PAGE) return found;
  }
}

async function findOne(input: CommandInput, address: string): Promise<ShownUser> {
  const wanted = address.toLowerCase();
  const one = (await find(input, wanted)).find(({ email }) => email?.toLowerCase() === wanted);
  if (!one) throw new CommandError(`No account has the address ${address}.`);
  return one;
}

async function list(input: CommandInput, filter: string): Promise<boolean> {
  const users = await find(input, filter);
  for (const { email, created_at, last_sign_in_at, email_confirmed_at, banned_until } of users) {
    const isBanned = banned_until !== undefined && new Date(banned_until) > new Date();
    const marks = [
      `made ${day(created_at)}`,
      last_sign_in_at ? `last here ${day(last_sign_in_at)}` : 'never here',
      ...(email_confirmed_at ? [] : ['address not confirmed']),
      ...(isBanned ? [`suspended until ${day(banned_until)}`] : []),
    ];
    input.print(`${email || '(no address)'}  ${marks.join(', ')}`);
  }
  input.print(`${users.length} ${users.length === 1 ? 'account' : 'accounts'}.`);
  return true;
}

async function invite({ settings, print }: CommandInput, email: string): Promise<boolean> {
  const known = await settings();
  if (known.config.mail.smtpUrl === undefined) {
    const body = { type: 'invite', email };
    const question = { method: 'POST', path: '/auth/v1/admin/generate_link', body } as const;
    const { action_link: link } = await askServer<{ action_link: string }>(known, question);
    print(
      `No mail server is set (SMTP_URL): pass this link on to ${email}. It works once, for seven days.\n${link}`,
    );
  } else {
    await askServer(known, { method: 'POST', path: '/auth/v1/invite', body: { email } });
    print(`${email} is invited: the mail is on its way (trellis mails shows it while it waits).`);
  }
  return true;
}

async function ban(input: CommandInput, address: string, duration: string, done: string): Promise<boolean> {
  const { id, email } = await findOne(input, address);
  await askServer(await input.settings(), {
    method: 'PUT',
    path: `/auth/v1/admin/users/${id}`,
    body: { ban_duration: duration },
  });
  input.print(`${email} ${done}.`);
  return true;
}

async function remove(input: CommandInput, address: string): Promise<boolean> {
  const { id, email } = await findOne(input, address);
  if (!input.options.yes)
    throw new UsageError(
      `This deletes the account ${email} with everything that only it can see: add --yes.`,
    );
  await askServer(await input.settings(), { method: 'DELETE', path: `/auth/v1/admin/users/${id}` });
  input.print(`${email} is deleted.`);
  return true;
}

function day(time: string): string {
  return time.slice(0, 10);
}
