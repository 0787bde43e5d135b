/** The commands of docs/accounts.md, as they stand there: each one is sent, and does what its comment says. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../support/test-server.ts';
import { countRows, newAddress, newClient, PASSWORD, signUp } from '../auth-client.ts';
import { enroll, signUpWithFactor } from '../mfa/authenticator.ts';
import { operatorOf } from './operator.ts';

const server = useTestServer();

interface Command {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

type Variables = Readonly<Record<string, string>>;

let commands: string[] = [];
beforeAll(async () => {
  const document = await readFile(new URL('../../../../docs/accounts.md', import.meta.url), 'utf8');
  const blocks = [...document.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  commands = blocks
    .flatMap((block) => block.split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'));
});

/** The words of a line, as a shell would hand them to the command: quotes, and variables outside of single ones. */
function wordsOf(line: string, variables: Variables): string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  return words.map(([, single, double, bare]) => {
    if (single !== undefined) return single;
    return (double ?? bare ?? '').replaceAll(/\$(\w+)/g, (_all, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`${line} wants $${name}.`);
      return value;
    });
  });
}

/** @throws {Error} for whatever else than these options stands in the document */
function parse(line: string, variables: Variables): Command {
  const [program, ...words] = wordsOf(line, variables);
  if (program !== 'curl') throw new Error(`${line} is no curl.`);
  const headers: Record<string, string> = {};
  let url = '';
  let method: string | undefined;
  let body: string | undefined;
  while (words.length > 0) {
    const word = words.shift() ?? '';
    if (word === '-H') {
      const [name = '', value = ''] = (words.shift() ?? '').split(/: (.*)/s);
      headers[name] = value;
    } else if (word === '-X') method = words.shift();
    else if (word === '-d') body = words.shift();
    else if (word.startsWith('-')) throw new Error(`${line} has the option ${word}.`);
    else url = word;
  }
  // As curl does with -d.
  if (body !== undefined) headers['content-type'] ??= 'application/x-www-form-urlencoded';
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), url, headers, body };
}

/** Runs the one command of the document that says this, with a person's address in place of the example's. */
async function run(
  saying: string | RegExp,
  { email = '', ...variables }: Variables = {},
): Promise<Record<string, unknown>> {
  const found = commands.filter((line) => line.search(saying) >= 0);
  expect(found).toHaveLength(1);
  const line = (found[0] ?? '')
    .replaceAll('ana@example.com', email)
    .replaceAll('filter=ana@', `filter=${email}`);
  const { url, body, ...request } = parse(line, {
    KEY: server().secrets.secretKey,
    SITE: server().url,
    ...variables,
  });
  done.add(found[0] ?? '');
  const response = await fetch(url, { ...request, ...(body === undefined ? {} : { body }) });
  expect([line, response.status]).toEqual([line, 200]);
  return (await response.json()) as Record<string, unknown>;
}

const done = new Set<string>();

async function mayEnter(email: string): Promise<boolean> {
  return (await newClient(server()).auth.signInWithPassword({ email, password: PASSWORD })).error === null;
}

describe('the commands of docs/accounts.md', () => {
  test('invite', async () => {
    const email = newAddress();
    expect(await run('/auth/v1/invite', { email })).toMatchObject({ email });
    expect((await server().mailTo(email)).text).toContain('/auth/v1/verify?');
  });

  test('make a link', async () => {
    const { email } = await signUp(server());
    const { action_link } = await run('generate_link', { email });
    expect(action_link).toContain('type=recovery');
  });

  test('find an account', async () => {
    const { email, userId } = await signUp(server());
    expect(await run(/filter=/, { email })).toMatchObject({ users: [{ id: userId }] });
  });

  test('list the factors of a person who has lost one, and remove it', async () => {
    const person = await signUpWithFactor(server());
    await enroll(person, 'Another');
    const ID = person.userId;
    const listed = await run('/factors"', { ID });
    expect(listed).toHaveLength(2);
    await run(/factors.\$FACTOR/, { ID, FACTOR: person.factorId });
    const { data } = await operatorOf(server()).auth.admin.mfa.listFactors({ userId: ID });
    expect(data?.factors).toHaveLength(1);
  });

  test('lock an account out, and let it in again', async () => {
    const { email, userId: ID } = await signUp(server());
    await run('720h', { ID });
    expect(await mayEnter(email)).toBe(false);
    await run(/"none"/, { ID });
    expect(await mayEnter(email)).toBe(true);
  });

  test('delete an account, with its profile or keeping its name', async () => {
    const gone = await signUp(server());
    await run(/DELETE \S+\$ID"$/, { ID: gone.userId });
    for (const table of ['auth.users', 'public.user_profiles'])
      expect(await countRows(server(), `select from ${table} where id = $1`, [gone.userId])).toBe(0);
    const nameless = await signUp(server());
    await run('should_soft_delete', { ID: nameless.userId });
    const left = 'select from auth.users where id = $1 and email is distinct from $2';
    expect(await countRows(server(), left, [nameless.userId, nameless.email])).toBe(1);
  });

  test('read the audit log', async () => {
    await signUpWithFactor(server());
    expect((await run('/admin/audit')).length).toBeGreaterThan(0);
  });

  test('are all covered by these tests', () => {
    expect(commands.filter((line) => !done.has(line))).toEqual([]);
  });
});
