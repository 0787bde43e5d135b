/**
 * `npm run bench:texts`: how long each function of the database over somebody's text takes for hostile ones, and how that grows when the
 * text is twice as long: four times the time would stop a database. On the embedded one, or with `-- --postgres` on a Postgres of its own;
 * `--kb=512` takes longer texts. Ends with code 1 where a function grows faster than its text.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import type { DatabaseConfig } from '../server/src/database/engines/database-config.ts';
import type { Engine } from '../server/src/database/engines/engine.ts';
import { openEngine } from '../server/src/database/engines/open-engine.ts';
import { migrate } from '../server/src/database/migrate/migrate.ts';

const { values: options } = parseArgs({
  options: { postgres: { type: 'boolean', default: false }, kb: { type: 'string', default: '128' } },
});

const UUID = '01234567-89ab-cdef-0123-456789abcdef';
/** Marks of what some function reads, and characters that some function unfolds, sorts or pairs. */
const PIECES: readonly string[] = [
  ...[
    'a',
    ' ',
    '\n',
    '[',
    '[[',
    ']]',
    '](',
    '`',
    '```\n',
    '~~~\n',
    '> ',
    '"',
    '\\',
    '*',
    '|',
    '- ',
    '/',
    '%',
    '_',
    '.',
    '@',
  ],
  ...[
    '---\naliases: [',
    '/files/',
    '/dashboard/pages/',
    `/files/${UUID} `,
    `/dashboard/pages/${UUID} `,
    `[[a|b`,
    '[[a]] ',
    '&amp;',
  ],
  ...[
    '\u0301\u0316',
    'e\u0316\u0301',
    '\u00e9',
    '\ufdfa',
    '\u1f87',
    'ß',
    'İ',
    '\u05d0\u05b0',
    '한',
    '字',
    '😀',
    '👩‍👩‍👧',
    '\u200d',
    'word ',
  ],
];
/** The functions, with a text in place of `$1`. */
const CALLS: readonly string[] = [
  ...[
    'linked_pages',
    'wiki_targets',
    'text_without_code',
    'aliases_in',
    'plain_value',
    'named_files',
    'searchable_words',
  ].map(one),
  ...[
    'fold_words',
    'as_read',
    'fold_text',
    'character_pairs',
    'digest_text',
    'encode_text',
    'name_key',
    'slug_of',
  ].map(one),
  ...['like_pattern', 'misspelt_expression', 'misspelt_patterns', 'mailbox_of', 'read_notion_page_id'].map(
    one,
  ),
  'private.note_brought_ids($1, null)',
  "private.encode_document('', '', $1)",
  `private.without_other_files($1, array['${UUID}']::uuid[])`,
  'private.question_terms($1, false)',
];
// Beside it, nothing says how it grows.
const QUICK_MS = 100;
const MOST_GROWTH = 3;
const LONGEST = "set statement_timeout = '20s'";

function one(name: string): string {
  return `private.${name}($1)`;
}

async function timeOf(engine: Engine, call: string, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 2 && least > QUICK_MS / 4; run++) {
    const begun = performance.now();
    const failed = await engine.pool.query(`select sum(length(x::text)) from ${call} as x`, [text]).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failed?.includes('timeout')) return Number.POSITIVE_INFINITY;
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

async function look(engine: Engine, call: string, bytes: number): Promise<boolean> {
  const textOf = (piece: string, size: number) => piece.repeat(Math.ceil(size / Buffer.byteLength(piece)));
  const times: { piece: string; ms: number }[] = [];
  for (const piece of PIECES) times.push({ piece, ms: await timeOf(engine, call, textOf(piece, bytes)) });
  const worst = times.reduce((most, it) => (it.ms > most.ms ? it : most));
  const twice = await timeOf(engine, call, textOf(worst.piece, 2 * bytes));
  const growth = worst.ms === Number.POSITIVE_INFINITY ? worst.ms : twice / worst.ms;
  const isLinear = twice < QUICK_MS || growth < MOST_GROWTH;
  const [name = ''] = call.replace('private.', '').split('(');
  const row = [
    name.padEnd(20),
    JSON.stringify(worst.piece).padEnd(26),
    worst.ms.toFixed(1),
    twice.toFixed(1),
    growth.toFixed(2),
  ];
  process.stdout.write(`${row.join('  ')}${isLinear ? '' : '  NOT LINEAR'}\n`);
  return isLinear;
}

await using stack = new AsyncDisposableStack();
let config: DatabaseConfig = { kind: 'memory' };
if (options.postgres) {
  const postgres = await startPostgres();
  stack.defer(() => postgres.stop());
  config = { kind: 'postgres', url: postgres.url };
}
const engine = await openEngine(config);
stack.defer(() => engine.close());
stack.defer(() => engine.pool.end());
await migrate(engine.pool);
await engine.pool.query(LONGEST);
const bytes = Number(options.kb) * 1024;
process.stdout.write(
  `${'function'.padEnd(20)}  ${'worst text'.padEnd(26)}  ms of ${options.kb} KB, of twice that, growth\n`,
);
let areLinear = true;
for (const call of CALLS) areLinear = (await look(engine, call, bytes)) && areLinear;
process.exitCode = areLinear ? 0 : 1;
