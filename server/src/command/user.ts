/** Accounts, through the operations of the operator's page (protocols/operator), with the secret key. */

import { normalizeEmail } from '../protocols/auth/request/email-address.ts';
import type { Command, CommandInput } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';
import { counted } from './counted.ts';
import { askServer } from './running-server.ts';

interface ShownUser {
  readonly id: string;
  readonly email: string;
  readonly created_at: string;
  readonly last_sign_in_at: string | null;
  readonly email_confirmed_at: string | null;
  readonly banned_until: string | null;
}

/** The fate of a workspace without the account. */
interface Fate {
  readonly id: string;
  readonly name: string;
  readonly fate: string;
  readonly pages: number;
}

const PER_PAGE = 200;

export const user: Command = {
  usage:
    'list [<part of an address or name>] | invite <address> | suspend <address> | restore <address> | sign-out <address> | delete <address> --yes',
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
        return change(input, word, {
          act: 'suspend',
          body: input.options.for === undefined ? {} : { for: String(input.options.for) },
          done: 'is suspended',
        });
      case 'restore':
        return change(input, word, { act: 'restore', done: 'may sign in again' });
      case 'sign-out':
        return change(input, word, { act: 'sign-out', done: 'is signed out everywhere' });
      case 'delete':
        return remove(input, word);
      default:
        throw new UsageError(`There is no "user ${action ?? ''}".`);
    }
  },
};

async function find({ settings }: CommandInput, search: string): Promise<readonly ShownUser[]> {
  const found: ShownUser[] = [];
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ search, page: String(page), per_page: String(PER_PAGE) });
    const path = `/operator/v1/people?${query}`;
    const { people } = await askServer<{ people: ShownUser[] }>(await settings(), { path });
    found.push(...people);
    if (people.length < PER_PAGE) return found;
  }
}

async function findOne(input: CommandInput, address: string): Promise<ShownUser> {
  const wanted = normalizeEmail(address);
  const one = (await find(input, wanted)).find(({ email }) => email === wanted);
  if (!one) throw new CommandError(`No account has the address ${address}.`);
  return one;
}

async function list(input: CommandInput, filter: string): Promise<boolean> {
  const users = await find(input, filter);
  for (const { email, created_at, last_sign_in_at, email_confirmed_at, banned_until } of users) {
    const isBanned = banned_until !== null && new Date(banned_until) > new Date();
    const marks = [
      `made ${day(created_at)}`,
      last_sign_in_at ? `last here ${day(last_sign_in_at)}` : 'never here',
      ...(email_confirmed_at ? [] : ['address not confirmed']),
      ...(isBanned ? [`suspended until ${day(banned_until)}`] : []),
    ];
    input.print(`${email || '(no address)'}  ${marks.join(', ')}`);
  }
  input.print(`${counted(users.length, 'account')}.`);
  return true;
}

async function invite({ settings, print }: CommandInput, email: string): Promise<boolean> {
  const question = { method: 'POST', path: '/operator/v1/people', body: { email } } as const;
  const { link } = await askServer<{ link: string | null }>(await settings(), question);
  print(
    link === null
      ? `${email} is invited: the mail is on its way (trellis mails shows it while it waits).`
      : `No mail server is set (SMTP_URL): pass this link on to ${email}. It works once, for seven days.\n${link}`,
  );
  return true;
}

async function change(
  input: CommandInput,
  address: string,
  { act, body = {}, done }: { readonly act: string; readonly body?: object; readonly done: string },
): Promise<boolean> {
  const { id, email } = await findOne(input, address);
  const path = `/operator/v1/people/${id}/${act}`;
  await askServer(await input.settings(), { method: 'POST', path, body });
  input.print(`${email} ${done}.`);
  return true;
}

async function remove(input: CommandInput, address: string): Promise<boolean> {
  const { id, email } = await findOne(input, address);
  const settings = await input.settings();
  const path = `/operator/v1/people/${id}`;
  const fates = await askServer<readonly Fate[]>(settings, { path: `${path}/deletion` });
  const doomed = fates.filter(({ fate }) => fate === 'deleted');
  if (!input.options.yes)
    throw new UsageError(
      [
        `This deletes the account ${email} with everything that only it can see: add --yes.`,
        ...doomed.map(({ name, pages }) => `The workspace "${name}" goes along, with ${pages} pages.`),
      ].join('\n'),
    );
  const body = { workspaces: doomed.map((workspace) => workspace.id) };
  await askServer(settings, { method: 'DELETE', path, body });
  input.print(`${email} is deleted.`);
  return true;
}

function day(time: string): string {
  return time.slice(0, 10);
}
