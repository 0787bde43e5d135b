/** How a statement writes out its rows `r`: as JSON or CSV text, made by Postgres and sent on as it is. */
import { type CallPlan, type OutputPlan, SCALAR_COLUMN } from '../plan/plan.ts';
import { quoteName } from './names.ts';

const NEW_LINE = "E'\\n'";

/**
 * @param rows the name of a table expression that holds the same rows as `r`, for CSV's first line
 * @param bound a FILTER of the rows
 * @param call the function whose result this is, if it is one
 */
export function outputSql(
  { shape, stripped }: OutputPlan,
  rows: string,
  bound: string,
  call?: CallPlan,
): string {
  switch (shape) {
    case 'nothing':
      return 'null::text';
    case 'csv':
      return csvSql(rows, bound);
    case 'object':
      return firstSql(call, stripped, bound);
    case 'array':
      return call && !call.returnsSet ? firstSql(call, stripped, bound) : listSql(call, stripped, bound);
  }
}

function listSql(call: CallPlan | undefined, stripped: boolean, bound: string): string {
  return `coalesce(${withoutNulls(`json_agg(${itemSql(call)})${bound}`, stripped)}, '[]')::text`;
}

function firstSql(call: CallPlan | undefined, stripped: boolean, bound: string): string {
  return `coalesce(${withoutNulls(`json_agg(${itemSql(call)})${bound}->0`, stripped)}, 'null')::text`;
}

function itemSql(call: CallPlan | undefined): string {
  // `r.*` is always the row, even if a column is called `r`.
  return call && call.returns !== 'rows' ? `r.${quoteName(SCALAR_COLUMN)}` : 'r.*';
}

function withoutNulls(json: string, stripped: boolean): string {
  return stripped ? `json_strip_nulls(${json})` : json;
}

function csvSql(rows: string, bound: string): string {
  const names = `(select string_agg(k, ',') from json_object_keys((select row_to_json(h.*) from ${rows} as h limit 1)) as k)`;
  const lines = `string_agg(substring((r.*)::text, 2, length((r.*)::text) - 2), ${NEW_LINE})${bound}`;
  return `coalesce(${names}, '') || ${NEW_LINE} || coalesce(${lines}, '')`;
}

/** The status and headers that functions and triggers have set, once all of the statement is done. */
export function responseSql(setsResponse: boolean): string {
  if (!setsResponse) return '';
  const setting = (name: string) =>
    `nullif(current_setting('response.${name}', true), '') as response_${name}`;
  return `, ${setting('status')}, ${setting('headers')}`;
}
