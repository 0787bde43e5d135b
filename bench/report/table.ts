/** The bench's answer as a Markdown table that is readable as it stands. */
import type { Engine } from '../contestants/contestant.ts';
import { IMPORTED } from '../measure/import.ts';
import { type Budget, importBudget, limitBudget, peerBudget, rulesBudget } from './budgets.ts';
import type { Comparison } from './compare.ts';

const ENGINES: Readonly<Record<Engine, string>> = { postgres: 'Postgres', pglite: 'PGlite' };

const HEADINGS = [
  'database',
  'operation',
  'conn.',
  'Trellis/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'limit/s',
  'one by one',
  'of the limit',
  'budget',
  'rules',
  'budget',
  'peer/s',
  'of the peer',
  'budget',
];

export function table(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(row);
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(HEADINGS), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

function row(comparison: Comparison): string[] {
  const { engine, cell, server, limit } = comparison;
  const [peer] = comparison.peers;
  return [
    ENGINES[engine],
    cell.operation,
    String(cell.connections),
    rate(server.perSecond),
    milliseconds(server.p50),
    milliseconds(server.p99),
    server.processorUs === undefined ? '' : Math.round(server.processorUs).toLocaleString('en-GB'),
    rate(limit.perSecond),
    share(comparison.throughputOfPlainLimit),
    ofLimit(comparison),
    verdict(limitBudget(comparison)),
    share(comparison.throughputOfWithoutRules),
    verdict(rulesBudget(comparison)),
    peer ? rate(peer.perSecond) : '',
    peer ? `${peer.throughputOfPeer.toFixed(1)} ×` : '',
    peer ? verdict(peerBudget(comparison, peer.throughputOfPeer)) : '',
  ];
}

export function importLine(engine: Engine, seconds: number): string {
  return `Import of ${IMPORTED.toLocaleString('en-GB')} pages of 2 KB, ${ENGINES[engine]}: ${seconds.toFixed(1)} s (${verdict(importBudget(engine, seconds))})`;
}

/** The tree is one request at sign-in, where time counts; pages are many, where the number that fits in a second does. */
function ofLimit({ cell, throughputOfLimit, timeOfLimit }: Comparison): string {
  if (cell.operation === 'tree of 10,000' && cell.connections === 1)
    return `${timeOfLimit.toFixed(2)} × time`;
  return share(throughputOfLimit);
}

function share(part: number | undefined): string {
  return part === undefined ? '' : `${Math.round(part * 100)} %`;
}

function verdict(budget: Budget | undefined): string {
  return budget ? `${budget.text} ${budget.kept ? '✓' : '✗'}` : '';
}

function rate(perSecond: number): string {
  return perSecond < 100 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString('en-GB');
}

function milliseconds(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1);
}

function pad(cell: string, width: number, column: number): string {
  return isText(column) ? cell.padEnd(width) : cell.padStart(width);
}

function isText(column: number): boolean {
  return column < 2;
}
