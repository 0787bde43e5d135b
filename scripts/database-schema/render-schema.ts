/** Writes the catalogue as `supabase/schema.sql`, to be read from top to bottom. It knows nothing of databases. */
import type { Catalogue, DatabaseFunction, Grant, Policy, RowType, Table, Trigger } from './catalogue.ts';
import { firingOrder, occasion, type Section, sections, withoutKind } from './order.ts';

const WIDTH = 120;
const RULE = `-- ${'='.repeat(WIDTH - 3)}`;

const HEADER = `-- Made by \`npm run generate\` from the catalogue of a migrated database, for reading. Do not edit, and do not run:
-- \`supabase/migrations\` make the database, this file says what they make. Who may do what is also in docs/permissions.md.
--
-- Grants come first, policies second: a role needs a privilege on the table, then a row passes when one of the
-- permissive policies lets it through and every restrictive one does. \`anon\` is anybody, \`authenticated\` is anybody
-- signed in, \`service_role\` is the operator, to which no policy applies.
--
`;

export function renderSchema(catalogue: Catalogue): string {
  const all = sections(catalogue);
  const width = Math.max(...all.map(({ subject }) => subject.title.length));
  const contents = all.map(({ subject }) => `-- ${subject.title.padEnd(width + 2)}${subject.question}\n`);
  const foundation = [
    ...catalogue.schemas.map(
      ({ name, comment, roles }) =>
        `${remark(comment)}create schema ${name};\ngrant usage on schema ${name} to ${roles.join(', ')};\n`,
    ),
    catalogue.extensions.map(({ definition }) => `${lowerCase(definition)}\n`).join(''),
  ];
  return `${HEADER}${contents.join('')}\n${foundation.join('\n')}${all
    .map((section) => renderSection(catalogue, section))
    .join('')}`;
}

function renderSection(catalogue: Catalogue, { subject, tables, types, functions }: Section): string {
  const story = subject.story;
  const told = story
    ? `-- An update of ${story.columns.join(', ')} sets off, in this order:\n${firingOrder(
        catalogue,
        story.table,
        'UPDATE',
      )
        .filter(({ columns }) => columns.length === 0 || columns.some((name) => story.columns.includes(name)))
        .map((trigger, index) => renderStep(catalogue, trigger, index))
        .join('')}`
    : undefined;
  const parts = [
    ...(told ? [told] : []),
    ...tables.map((table) => renderTable(catalogue, table)),
    ...types.map(renderType),
    ...functions.map((known) => renderFunction(catalogue, known)),
  ];
  return `\n\n${RULE}\n-- ${subject.title}: ${subject.question}\n${RULE}\n\n${parts.join('\n')}`;
}

function renderStep(catalogue: Catalogue, trigger: Trigger, index: number): string {
  const comment = catalogue.functions.find(({ name }) => name === trigger.function)?.comment ?? '';
  const { when, condition } = occasion(trigger, 'UPDATE');
  return `${wrap(
    `${trigger.name}: ${withoutKind(comment)} ${trigger.function}, ${when}${condition ? `, when ${condition}` : ''}.`,
    `-- ${String(index + 1).padStart(3)}. `,
    '--      ',
  )}\n`;
}

function renderTable(catalogue: Catalogue, table: Table): string {
  const { name, columns, constraints, options } = table;
  const lines = [
    ...columns.map((column) => ({
      text: `${column.name} ${lowerCase(column.definition)}`,
      comment: column.comment,
    })),
    ...constraints.map((one) => ({
      text: `constraint ${one.name} ${lowerCase(one.definition)}`,
      comment: null,
    })),
  ];
  const body = lines.map(
    ({ text, comment }, index) =>
      `${comment ? `${remark(comment, '  ')}` : ''}  ${text}${index < lines.length - 1 ? ',' : ''}\n`,
  );
  const triggers = (['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((event) => {
    const names = firingOrder(catalogue, name, event).map((trigger) => trigger.name);
    return names.length > 0 ? [remark(`On ${event.toLowerCase()}, in this order: ${names.join(', ')}.`)] : [];
  });
  return [
    `${remark(table.comment)}create table ${name} (\n${body.join('')})${
      options.length > 0 ? ` with (${options.join(', ')})` : ''
    };\n`,
    ...table.indexes.map(({ definition }) => `${lowerCase(definition)};\n`),
    ...table.grants.map((grant) => renderGrant(name, grant)),
    table.rowLevelSecurity ? `alter table ${name} enable row level security;\n` : '',
    ...table.policies.map((policy) => renderPolicy(name, policy)),
    ...triggers,
  ].join('');
}

function renderType({ name, comment, columns }: RowType): string {
  const lines = columns.map((column) => `  ${column.name} ${lowerCase(column.definition)}`);
  return `${remark(comment)}create type ${name} as (\n${lines.join(',\n')}\n);\n`;
}

function renderGrant(table: string, { role, privileges, columns }: Grant): string {
  const limited = columns ? ` (${columns.join(', ')})` : '';
  return `${wrap(`grant ${privileges.join(', ').toLowerCase()}${limited} on ${table} to ${role};`, '', '  ')}\n`;
}

function renderPolicy(table: string, policy: Policy): string {
  const kind = policy.permissive ? '' : ' as restrictive';
  return (
    `${remark(policy.comment)}create policy ${policy.name} on ${table}${kind} for ${policy.command.toLowerCase()} to ${policy.roles.join(', ')}` +
    `${policy.using ? `\n  using (${lowerCase(policy.using)})` : ''}${policy.check ? `\n  with check (${lowerCase(policy.check)})` : ''};\n`
  );
}

function renderFunction(catalogue: Catalogue, known: DatabaseFunction): string {
  const [head = '', body = ''] = known.definition.trimEnd().split(/(?<=\nAS )/);
  const definition = lowerCase(head).replace(/^create or replace /, 'create ') + body;
  const triggers = catalogue.triggers.filter((trigger) => trigger.function === known.name);
  return [
    `${remark(known.comment)}${definition};\n`,
    known.roles.length > 0
      ? `grant execute on function ${known.signature} to ${known.roles.join(', ')};\n`
      : '',
    ...triggers.map((trigger) => `${lowerCase(trigger.definition)};\n`),
  ].join('');
}

/** Postgres writes keywords in capitals, the migrations do not: a search for `create function x` finds both. */
function lowerCase(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"|\b[A-Z]+\b/g, (part) =>
    /^['"]/.test(part) ? part : part.toLowerCase(),
  );
}

function remark(text: string | null, indent = ''): string {
  return text ? `${wrap(text, `${indent}-- `, `${indent}-- `)}\n` : '';
}

/** Breaks at blanks, so that nothing is wider than the page. */
function wrap(text: string, first: string, next: string): string {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    const empty = line === first || line === next;
    if (!empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = next + word;
    } else {
      line += empty ? word : ` ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
