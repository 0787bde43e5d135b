/**
 * Compares a database with what the migrations make (facts.generated.txt), so that no server runs on half a schema.
 * A dump that is restored where the roles are missing comes without policies and grants, for example: everything
 * then looks healthy, and nobody sees a page. Missing roles and grants are made again (roles.ts); everything else
 * is refused by name.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { editedMigrations, editedSentence } from '../migrate/applied-texts.ts';
import { digestOf, type Migration } from '../migrate/migration-files.ts';
import { compareFacts, summarize } from './compare-facts.ts';
import { FACTS } from './facts-query.ts';

const MADE = new URL('./facts.generated.txt', import.meta.url);
// A version that no test has run on may write the expressions of policies in another way.
const FIRST_UNTRIED = 190_000;

/** @returns the text of facts.generated.txt for a migrated database */
export async function renderFacts(client: ClientBase, migrations: readonly Migration[]): Promise<string> {
  return `${[headOf(migrations), ...(await readFacts(client))].join('\n')}\n`;
}

/**
 * Gives the roles back what they had, and refuses everything else.
 * @param onRepaired called with the statements, if there were any
 * @throws {Error} in a sentence that names what is missing
 */
export async function checkSchema(
  client: ClientBase,
  migrations: readonly Migration[],
  onRepaired: (statements: readonly string[]) => void,
): Promise<void> {
  const edited = await editedMigrations(client, migrations);
  if (edited.length > 0) throw new Error(editedSentence(edited));
  const { problem, repairs } = await compareSchema(client, migrations);
  if (problem !== undefined)
    throw new Error(
      `${problem} After a restore in which statements failed, drop the database and restore it once more: the roles that ` +
        'the dump names exist by now (docs/deploy.md, Back up).',
    );
  for (const statement of repairs) {
    await client.query(statement).catch((cause: Error) => {
      throw new Error(
        `The database lacks privileges that its migrations gave, and they cannot be given back: "${statement}" fails with "${cause.message}".`,
        { cause },
      );
    });
  }
  if (repairs.length > 0) onRepaired(repairs);
}

/** @returns a sentence on what only somebody else can repair, and the statements that repair the rest */
export async function compareSchema(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<{ readonly problem?: string; readonly repairs: readonly string[] }> {
  const made = await readMade(migrations);
  if (!made) return { repairs: [] };
  const { repairs, missing, changed } = compareFacts(made, await readFacts(client));
  const { rows } = await client.query<{ untried: boolean }>(
    `select current_setting('server_version_num')::integer >= ${FIRST_UNTRIED} as untried`,
  );
  const others = rows[0]?.untried ? changed.filter((name) => !name.startsWith('policy ')) : changed;
  const problems = [
    ...(missing.length > 0 ? [`lacks ${summarize(missing)}`] : []),
    ...(others.length > 0 ? [`has others than its migrations made: ${summarize(others)}`] : []),
  ];
  return problems.length > 0 ? { problem: `The database ${problems.join(', and ')}.`, repairs } : { repairs };
}

/** @returns undefined when the file was not made from these migrations, as while one is being written */
async function readMade(migrations: readonly Migration[]): Promise<readonly string[] | undefined> {
  const [head, ...facts] = (await readFile(MADE, 'utf8')).trimEnd().split(/\r?\n/);
  return head === headOf(migrations) ? facts : undefined;
}

function headOf(migrations: readonly Migration[]): string {
  const digest = createHash('sha256');
  for (const migration of migrations) digest.update(`${migration.version} ${digestOf(migration)}\n`);
  return `Made by \`npm run generate\` from the migrations ${digest.digest('hex').slice(0, 16)}`;
}

async function readFacts(client: ClientBase): Promise<readonly string[]> {
  await client.query(`set search_path = ''`);
  try {
    const { rows } = await client.query<{ fact: string }>(FACTS);
    // By their bytes, whatever the database's collation is.
    return rows.map(({ fact }) => fact).sort();
  } finally {
    await client.query('reset search_path');
  }
}
