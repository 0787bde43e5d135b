/** Builds the `data` of a `postgres_changes` message, as Supabase Realtime does. Values are JSON texts, never parsed. */
import type { ApiRole } from '../../../../database/database.ts';
import type { Action } from './binding.ts';
import type { Column, PublishedTable } from './published-table.ts';

// A larger change is sent with its small values only.
export const LARGEST_CHANGE_BYTES = 1024 * 1024;
export const SMALL_VALUE_BYTES = 64;

/** JSON texts by column. */
export type RecordedRow = Readonly<Record<string, string>>;

export interface RecordedChange {
  readonly id: string;
  readonly transaction: string;
  readonly relation: number;
  readonly action: Action;
  readonly at: string;
  readonly isLarge: boolean;
  readonly record: RecordedRow | null;
  readonly oldRecord: RecordedRow | null;
}

export type Refusal = 'Error 400: Bad Request, no primary key' | 'Error 401: Unauthorized';

/** @returns why a role gets no content of the changes of a table */
export function refusalOf(table: PublishedTable, action: Action, role: ApiRole): Refusal | undefined {
  if (action === 'DELETE') return undefined;
  const keys = table.columns.filter(({ isKey }) => isKey);
  if (keys.length === 0) return 'Error 400: Bad Request, no primary key';
  return keys.every(({ readers }) => readers.includes(role)) ? undefined : 'Error 401: Unauthorized';
}

export function refusedData(
  { schema, name }: PublishedTable,
  { action }: RecordedChange,
  refusal: Refusal,
): string {
  const records = {
    ...(action !== 'DELETE' && { record: {} }),
    ...(action !== 'INSERT' && { old_record: {} }),
  };
  const data = { schema, table: name, commit_timestamp: null, type: action, columns: [], ...records };
  return JSON.stringify({ ...data, errors: [refusal] });
}

export function changeData(
  table: PublishedTable,
  change: RecordedChange,
  role: ApiRole,
  select: readonly string[] | undefined,
): string {
  const columns = table.columns.filter(
    ({ name, isKey, readers }) => readers.includes(role) && (!select || isKey || select.includes(name)),
  );
  const { action, isLarge } = change;
  const head = {
    schema: table.schema,
    table: table.name,
    commit_timestamp: change.at,
    type: action,
    columns: columns.map(({ name, typeName }) => ({ name, type: typeName })),
    errors: isLarge ? ['Error 413: Payload Too Large'] : null,
  };
  // Policies cannot be asked about a row that is gone, so it is known by its key only.
  const old = action === 'DELETE' && table.hasRowSecurity ? columns.filter(({ isKey }) => isKey) : columns;
  const records = [
    ...(action === 'DELETE' ? [] : [`"record":${rowJson(change.record, columns, isLarge)}`]),
    ...(action === 'INSERT' ? [] : [`"old_record":${rowJson(change.oldRecord, old, isLarge)}`]),
  ];
  return `${JSON.stringify(head).slice(0, -1)},${records.join(',')}}`;
}

function rowJson(row: RecordedRow | null, columns: readonly Column[], isLarge: boolean): string {
  const fields = columns.flatMap(({ name, typeName }) => {
    const value = row?.[name];
    if (value === undefined || (isLarge && Buffer.byteLength(value) > SMALL_VALUE_BYTES)) return [];
    // Bytes are sent as hexadecimal digits alone.
    return `${JSON.stringify(name)}:${typeName === 'bytea' ? value.replace(/^"\\\\x/, '"') : value}`;
  });
  return `{${fields.join(',')}}`;
}
