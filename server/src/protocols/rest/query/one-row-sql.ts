/**
 * The demand for exactly one row, as a part of the statement that writes: it fails when there are more or none. So its
 * transaction is sent as a whole, and what it locks is not held until this process has counted the rows.
 */

const MARK = 'rows instead of one: ';
const INSTEAD = new RegExp(`"${MARK}(\\d+)"`);

// Postgres has no expression that raises an error but by doing what cannot be done.
export const ONE_ROW_SQL = `, case when count(*) <> 1 then ('${MARK}' || count(*))::int4 end as one`;

/**
 * @param message of an error of Postgres, in whatever language
 * @returns how many rows there were, when that is what the statement failed for
 */
export function rowsInsteadOfOne(message: string): number | undefined {
  const rows = INSTEAD.exec(message)?.[1];
  return rows === undefined ? undefined : Number(rows);
}
