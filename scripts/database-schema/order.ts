/** Brings what the catalogue holds into the order of the subjects, and triggers into the order in which they fire. */
import type { Catalogue, DatabaseFunction, RowType, Table, Trigger } from './catalogue.ts';
import type { Subject } from './subject.ts';
import { SUBJECTS } from './subjects.ts';

export interface Section {
  readonly subject: Subject;
  readonly tables: readonly Table[];
  readonly types: readonly RowType[];
  readonly functions: readonly DatabaseFunction[];
}

/** @throws {Error} when something is in no subject, or a subject names what is not there */
export function sections(catalogue: Catalogue): Section[] {
  const named = SUBJECTS.flatMap(({ tables = [], types = [], functions = [] }) => [
    ...tables,
    ...types,
    ...functions,
  ]);
  const there = [...catalogue.tables, ...catalogue.types, ...catalogue.functions].map(({ name }) => name);
  const lost = there.filter((name) => !named.includes(name));
  const gone = named.filter((name, index) => !there.includes(name) || named.indexOf(name) !== index);
  if (lost.length > 0 || gone.length > 0) {
    throw new Error(
      `scripts/database-schema/subjects.ts has to name everything once. Not named: ${lost.join(', ') || 'nothing'}. ` +
        `Not there, or named twice: ${gone.join(', ') || 'nothing'}.`,
    );
  }
  return SUBJECTS.map((subject) => ({
    subject,
    tables: (subject.tables ?? []).flatMap((name) => catalogue.tables.filter((table) => table.name === name)),
    types: (subject.types ?? []).flatMap((name) => catalogue.types.filter((type) => type.name === name)),
    functions: (subject.functions ?? []).flatMap((name) =>
      catalogue.functions.filter((known) => known.name === name),
    ),
  }));
}

const TURNS = ['BEFORE STATEMENT', 'BEFORE ROW', 'AFTER ROW', 'AFTER STATEMENT'];

/** @returns what fires for an event on a table, first to last: within a turn Postgres goes by the names' bytes */
export function firingOrder(
  catalogue: Catalogue,
  table: string,
  event: Trigger['events'][number],
): Trigger[] {
  const turn = ({ timing, level }: Trigger) => TURNS.indexOf(`${timing} ${level}`);
  return catalogue.triggers
    .filter((trigger) => trigger.table === table && trigger.events.includes(event))
    .sort((one, other) => turn(one) - turn(other) || (one.name < other.name ? -1 : 1));
}

export interface Occasion {
  readonly when: string;
  readonly condition: string | undefined;
}

/** @returns when a trigger fires, in words that Postgres has for it */
export function occasion({ timing, level, columns, condition }: Trigger, event: string): Occasion {
  const of = event === 'UPDATE' && columns.length > 0 ? ` of ${columns.join(', ')}` : '';
  return {
    when: `${timing.toLowerCase()} each ${level.toLowerCase()}${of}`,
    condition: condition?.replace(/^\((.*)\)$/s, '$1'),
  };
}

/** @returns what a function's comment says, without saying that it is a trigger's */
export const withoutKind = (comment: string) => comment.replace(/^Trigger: /, '');
