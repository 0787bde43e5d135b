/**
 * Which columns of a view are a table's own: through them a view has the table's keys. Postgres keeps a view's query as
 * a tree in text (https://www.postgresql.org/docs/current/catalog-pg-rewrite.html) and notes there, for each column of
 * the result, the table and the column that it is taken from unchanged.
 */

/** A column of a table or view: its oid and the column's number. */
export interface Source {
  readonly relation: number;
  readonly column: number;
}

/**
 * @param definition the rule of a view, as text
 * @returns by the number of the view's column; one that is computed has none
 */
export function columnSources(definition: string): ReadonlyMap<number, Source> {
  const sources = new Map<number, Source>();
  for (const entry of targetEntries(definition)) {
    const column = numberOf(entry, 'resno');
    const source = { relation: numberOf(entry, 'resorigtbl'), column: numberOf(entry, 'resorigcol') };
    if (source.relation !== 0 && source.column > 0) sources.set(column, source);
  }
  return sources;
}

/** The entries of the outermost query's result, without what is nested in them: those of subqueries lie deeper. */
function targetEntries(definition: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let from: number | undefined;
  let own = '';
  for (let index = 0; index < definition.length; index++) {
    const character = definition[index];
    if (character === '\\') {
      index += 1;
    } else if (character === '{') {
      depth += 1;
      if (depth === 2 && definition.startsWith('TARGETENTRY', index + 1)) [from, own] = [index, ''];
      else if (depth === 3 && from !== undefined) own += definition.slice(from, index);
    } else if (character === '}') {
      depth -= 1;
      if (depth === 2 && from !== undefined) from = index;
      if (depth === 1 && from !== undefined) {
        entries.push(own + definition.slice(from, index));
        from = undefined;
      }
    }
  }
  return entries;
}

function numberOf(entry: string, field: string): number {
  return Number(new RegExp(` :${field} (\\d+)`, 'u').exec(entry)?.[1] ?? 0);
}
