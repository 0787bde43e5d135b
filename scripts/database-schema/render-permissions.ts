/** Writes the catalogue as `docs/permissions.md`: who may do what, and what a write sets off. */
import type { Catalogue, DatabaseFunction, Policy, Table } from './catalogue.ts';
import { firingOrder, occasion, type Section, sections, withoutKind } from './order.ts';
import { findRefusals, type Tried, triedAtOnceIn, triedIn } from './tried-in.ts';

const HEADER = `<!-- Made by \`npm run generate\` from the catalogue of a migrated database. Do not edit. -->

# Who may do what

The catalogue of a migrated database says this; [supabase/schema.sql](../supabase/schema.sql) has the same by subject, with
the text of each function.

- \`anon\` is anybody, \`authenticated\` is anybody signed in, \`service_role\` is the operator and the server functions, to
  which no policy applies. Everything else is refused.
- A write needs a privilege first, on the table or on each column that it names. Then the row passes when one of the
  permissive policies lets it through and every restrictive one does.
- Every table has a restrictive policy that asks for the second step of those who have one. Where it is the only policy,
  no row passes for \`authenticated\`.
- A policy is *tried in* the assertion of [supabase/tests](../supabase/tests) that fails once the policy lets everything
  through; a test opens each of them to see that. All privileges are written out once more in
  [catalogue.sql](../supabase/tests/catalogue.sql), which fails with one too many.
- A function *refuses* what the assertions beside it say, besides those who may not call it; at most two are named.
`;

const FIRING = `
## What a write sets off

The triggers of each table in the order in which they fire. Before each row and after each row they go by the bytes of
their names, which is why those of \`pages\` carry numbers. Foreign keys are checked after each row, before these.
`;

export function renderPermissions(catalogue: Catalogue): string {
  const refusals = findRefusals();
  return [
    HEADER,
    ...sections(catalogue).map((section) => renderSection(section, refusals)),
    FIRING,
    ...[...new Set(catalogue.triggers.map(({ table }) => table))].map((table) =>
      renderTriggers(catalogue, table),
    ),
  ].join('');
}

function renderSection({ subject, tables, functions }: Section, refusals: (name: string) => Tried[]): string {
  const called = functions.filter(({ isTrigger, roles }) => !isTrigger && roles.length > 0);
  return `\n## ${subject.title}\n\n${subject.question}\n${tables.map(renderTable).join('')}${
    called.length > 0 ? renderFunctions(called, refusals) : ''
  }`;
}

function renderTable({ name, comment, grants, policies }: Table): string {
  const lines = grants.map(
    ({ role, privileges, columns }) =>
      `- \`${role}\`: ${privileges.join(', ')}${columns ? ` of ${columns.map((column) => `\`${column}\``).join(', ')}` : ''}\n`,
  );
  return `\n### ${unqualified(name)}\n\n${comment}\n\n${lines.join('')}${table(
    ['command', 'policy', 'lets through', 'tried in'],
    policies.map((policy) => [
      policy.command,
      `${policy.permissive ? '' : '**restrictive** '}\`${policy.name}\`${policy.comment ? `: ${policy.comment}` : ''}`,
      expressions(policy),
      triedAtOnceIn(policy.name) ?? tried(triedIn(policy.name)),
    ]),
  )}`;
}

/** The condition on a row before a command and after it, where that is not the same. */
function expressions({ using, check }: Policy): string {
  if (using && check && using !== check) return `\`${using}\`, and then \`${check}\``;
  return `\`${using ?? check}\``;
}

function renderFunctions(
  functions: readonly DatabaseFunction[],
  refusals: (name: string) => Tried[],
): string {
  return `\n### Functions: ${functions.map(({ name }) => unqualified(name)).join(', ')}\n${table(
    ['function', 'may be called by', 'runs as', 'refuses'],
    functions.map(({ name, comment, roles, asOwner }) => [
      `\`${name}\`: ${comment}`,
      roles.map((role) => `\`${role}\``).join(', '),
      asOwner ? 'its owner' : 'its caller',
      refusals(name).slice(0, 2).map(tried).join('; '),
    ]),
  )}`;
}

function renderTriggers(catalogue: Catalogue, name: string): string {
  const events = (['INSERT', 'UPDATE', 'DELETE'] as const).flatMap((event) => {
    const triggers = firingOrder(catalogue, name, event);
    const steps = triggers.map((trigger, index) => {
      const comment = catalogue.functions.find((known) => known.name === trigger.function)?.comment ?? '';
      const { when, condition } = occasion(trigger, event);
      return `${index + 1}. \`${trigger.name}\`, ${when}${condition ? `, when \`${condition}\`` : ''}: ${withoutKind(comment)}\n`;
    });
    return triggers.length > 0 ? [`\n${event}:\n\n${steps.join('')}`] : [];
  });
  return `\n### On ${unqualified(name)}\n${events.join('')}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return `\n${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`;
}

function tried(one: Tried | undefined): string {
  return one ? `${one.story}: “${one.assertion}”` : 'nowhere yet';
}

const unqualified = (name: string) => name.replace(/^public\./, '');
