/** GET /statements: what the database spends its time on, where it counts that. */
import type { Database } from '../../../database/database.ts';
import { isSqlError } from '../../../database/sql-error.ts';
import type { Operation } from '../operator-services.ts';

const SHOWN = 15;
const LONGEST_TEXT = 1500;

interface StatementRow {
  readonly query: string;
  readonly calls: string;
  readonly mean_ms: number;
  readonly total_ms: number;
}

export const listStatements: Operation = async (context, { database, config }) => {
  if (config.database.kind !== 'postgres')
    return context.json({
      statements: [],
      reason: 'The embedded database keeps no times of its statements.',
    });
  const schema = await schemaOfExtension(database);
  if (schema === undefined)
    return context.json({
      statements: [],
      reason:
        'The extension pg_stat_statements is not there: add it to shared_preload_libraries, and run "create extension pg_stat_statements".',
    });
  try {
    return context.json({ statements: await readStatements(database, schema), reason: null });
  } catch (error) {
    if (!isSqlError(error)) throw error;
    return context.json({ statements: [], reason: `The database does not say: ${error.message}.` });
  }
};

/** Statements that change the schema stand there with all their values, such as the password of a role. */
async function readStatements(database: Pick<Database, 'asOwner'>, schema: string) {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<StatementRow>({
      text: `select left(query, ${LONGEST_TEXT}) as query, calls, mean_exec_time as mean_ms, total_exec_time as total_ms
        from ${schema}.pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())
          and query ~* '^\\s*(select|insert|update|delete|with|merge)\\M'
        order by total_exec_time desc limit ${SHOWN}`,
    }),
  );
  return rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) }));
}

/** @returns the schema, quoted */
async function schemaOfExtension(database: Pick<Database, 'asOwner'>): Promise<string | undefined> {
  const { rows } = await database.asOwner((transaction) =>
    transaction.last<{ schema: string }>({
      text: `select quote_ident(nspname) as schema from pg_extension
        join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_stat_statements'`,
    }),
  );
  return rows[0]?.schema;
}
