/** Whether the database is there and as the migrations made it. Nothing is changed. */
import { existsSync } from 'node:fs';
import type { PoolClient } from 'pg';
import { watchPgCron } from '../../cron/pg-cron-watch.ts';
import type { Transaction } from '../../database/database.ts';
import { openEngine } from '../../database/engines/open-engine.ts';
import { editedMigrations, editedSentence } from '../../database/migrate/applied-texts.ts';
import { planMigrations } from '../../database/migrate/migrate.ts';
import { readMigrations } from '../../database/migrate/migration-files.ts';
import { missingRoles } from '../../database/migrate/roles.ts';
import { compareSchema } from '../../database/schema-check/check-schema.ts';
import type { OperatorSettings } from '../operator-settings.ts';
import { type Finding, fine, warning, wrong } from './check.ts';
import { checkFiles } from './check-files.ts';
import { checkPostgres } from './check-postgres.ts';

/** @param isRunning whether a server has the embedded database open, which takes one process at a time */
export async function checkDatabase(
  { config, secrets }: OperatorSettings,
  isRunning: boolean,
): Promise<readonly Finding[]> {
  const { database } = config;
  if (database.kind === 'embedded') {
    if (isRunning) return [fine('Database', 'the running server has it open, and has checked it.')];
    if (!existsSync(database.directory))
      return [warning('Database', 'there is none yet: the first start makes it.')];
  }
  try {
    const engine = await openEngine(database);
    try {
      const client = await engine.pool.connect();
      try {
        const offers = engine.isOpenToOthers ? await checkPostgres(engine.pool, client) : [];
        const schema = await checkSchema(client, engine.isOpenToOthers);
        const isWhole = schema.every(({ about, state }) => about !== 'Schema' || state === 'fine');
        const files = isWhole ? [await checkFiles(client, config, secrets)] : [];
        return [fine('Database', 'it answers.'), ...offers, ...schema, ...files];
      } finally {
        client.release();
      }
    } finally {
      await engine.pool.end();
      await engine.close();
    }
  } catch (error) {
    return [wrong('Database', (error as Error).message)];
  }
}

async function checkSchema(client: PoolClient, isOpenToOthers: boolean): Promise<readonly Finding[]> {
  const migrations = await readMigrations();
  const { pending, problem: refusal } = await planMigrations(client, migrations);
  const { statements } = await missingRoles(client);
  // A database that no start has seen has none.
  const lacking = pending.length === migrations.length ? warning : wrong;
  const roles =
    statements.length === 0
      ? fine('Roles', 'all are there.')
      : lacking(
          'Roles',
          `some are missing. The start makes them, or a superuser runs: ${statements.join('; ')}.`,
        );
  if (refusal !== undefined) return [roles, wrong('Schema', refusal)];
  const edited = pending.length < migrations.length ? await editedMigrations(client, migrations) : [];
  if (edited.length > 0) return [roles, (isOpenToOthers ? wrong : warning)('Schema', editedSentence(edited))];
  if (pending.length > 0)
    return [
      roles,
      warning('Schema', `the next start applies ${pending.length} migrations, from ${pending[0]} on.`),
    ];
  const { problem, repairs } = await compareSchema(client, migrations);
  const repaired = warning(
    'Schema',
    `roles lack ${repairs.length} privileges: the next start gives them back.`,
  );
  const schema =
    problem === undefined ? fine('Schema', 'it is what the migrations made.') : wrong('Schema', problem);
  return [roles, problem === undefined && repairs.length > 0 ? repaired : schema, await checkClock(client)];
}

async function checkClock(client: PoolClient): Promise<Finding> {
  const transaction = {
    query: ({ text, values }) => client.query(text, [...(values ?? [])]),
  } as Pick<Transaction, 'query'> as Transaction;
  const watch = await watchPgCron({ asOwner: (work) => work(transaction) }, () => undefined);
  await watch.stop();
  const [problem] = watch.warnings();
  return problem === undefined ? fine('Clock', 'its jobs go well.') : wrong('Clock', problem);
}
