/** Moves a database from one engine to another: the rows of the one go straight into the other, and the first one stays as it is. */
import { beginSnapshot } from '../../database/engines/begin-snapshot.ts';
import type { Engine } from '../../database/engines/engine.ts';
import { listApplied, unknownMigrations } from '../../database/migrate/migrate.ts';
import { readMigrations } from '../../database/migrate/migration-files.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { dumpTable } from '../../database/tables/dump-table.ts';
import { listSequences, listTables, type StoredTable } from '../../database/tables/list-tables.ts';
import type { LoadedRows } from '../../database/tables/load-tables.ts';
import { fillDatabase, problemOfSchema } from './fill-database.ts';
import { hasRows } from './requirements.ts';
import { RestoreError } from './restore-error.ts';

/**
 * @param from nobody else uses it
 * @param onTable called with each table when its rows are over
 * @returns how many rows there were
 * @throws {RestoreError} before anything was changed
 */
export async function moveDatabase(
  from: Pick<Engine, 'pool'>,
  to: Pick<Engine, 'pool'>,
  onTable: (name: string, rows: number) => void,
): Promise<number> {
  if (await hasRows(to.pool))
    throw new RestoreError('There are rows in the database to move to: give an empty one.');
  await using snapshot = await beginSnapshot(from.pool);
  const { client } = snapshot;
  const migrations = await listApplied(client);
  if (migrations.length === 0) throw new RestoreError('There is no Trellis in the database to move from.');
  const [unknown] = unknownMigrations(migrations, await readMigrations());
  if (unknown !== undefined)
    throw new RestoreError(
      `The database was changed by another release (${unknown}): move it with that one.`,
    );
  const problem = await problemOfSchema(to.pool, migrations);
  if (problem !== undefined) throw new RestoreError(problem);
  const [tables, sequences] = [await listTables(client), await listSequences(client)];
  let moved = 0;
  const pieces = readPieces(snapshot, tables, (name, rows) => {
    moved += rows;
    onTable(name, rows);
  });
  await fillDatabase(to.pool, { migrations, tables, sequences, pieces });
  return moved;
}

async function* readPieces(
  { client }: Snapshot,
  tables: readonly StoredTable[],
  onTable: (name: string, rows: number) => void,
): AsyncGenerator<LoadedRows> {
  for (const table of tables) {
    let rows = 0;
    for await (const piece of dumpTable(client, table)) {
      rows += piece.rows;
      yield { table, bytes: piece.bytes };
    }
    onTable(table.name, rows);
  }
}
