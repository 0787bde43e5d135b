/** The documentation names pages, headings, files and numbers that are there, and its indexes name every page and every source file. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SETTINGS } from '../server/src/config/settings.ts';
import { LIMITS } from '../server/src/protocols/auth/limits/limits.ts';
import { FIGURES_OF_LIMITS } from './doc-figures/limits.ts';
import { FIGURES_OF_OTHER_PAGES } from './doc-figures/other-pages.ts';
import { headerOf, renderCodeIndex, sourceFiles } from './render/render-code-index.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** The index of the code says what headers say: a test below keeps it in step. */
const pages = globSync(['*.md', 'docs/**/*.md', 'bench/*.md'], { cwd: root }).filter(
  (page) => !/^docs\/code\/(?!README)/.test(page),
);

/** As GitHub makes them of headings. */
function anchors(page: string): readonly string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.for(pages)('%s links to pages and headings that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), file);
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && !anchors(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

const MAPS = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/error-codes.md',
  'docs/limits.md',
  'docs/questions.md',
  'docs/recipes.md',
];
const FILE = /`((?:web|server|markdown|supabase|scripts|e2e|docs|bench)\/[\w./*-]+)`/g;

test.for(MAPS)('%s names files that exist', (page) => {
  const files = [...read(page).matchAll(FILE)].map(([, file = '']) => file);
  expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([]);
});

// A migration that was applied may not change, not even in a comment; the other names are other projects'.
const APPLIED = /^supabase\/migrations\//;
const OF_OTHERS: ReadonlySet<string> = new Set(['src/http/routes/operations.ts']);
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|--)(.*)$|\s\/\/ (.*)$/;
const NAMED_FILE =
  /(?<![\w@:/.<>*-])(?:\.{1,2}\/)*((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|sql|css))(?![\w/*-])/g;

test('comments name files by the end of a path that exists', () => {
  const files = globSync('{bench,e2e,markdown,scripts,server,supabase,web}/**/*.{ts,tsx,css,sql}', {
    cwd: root,
    exclude: ['**/node_modules', 'web/dist'],
  });
  const ends = new Set(files.flatMap((file) => file.split('/').map((_, at, all) => all.slice(at).join('/'))));
  let count = 0;
  const gone = files.flatMap((file) => {
    if (APPLIED.test(file)) return [];
    const names = read(file)
      .split('\n')
      .flatMap((line) => [...(COMMENT.exec(line)?.slice(1).join('') ?? '').matchAll(NAMED_FILE)])
      .map(([, name = '']) => name);
    count += names.length;
    return names.filter((name) => !ends.has(name) && !OF_OTHERS.has(name)).map((name) => `${file}: ${name}`);
  });
  expect(count).toBeGreaterThan(200);
  expect([...new Set(gone)]).toEqual([]);
});

test('a name in code that stands before a file is in that file', () => {
  const named = MAPS.flatMap((page) =>
    [
      ...read(page).matchAll(/`(\w+)`(?:,| in) `((?:web|server|scripts|supabase|markdown)\/[\w./-]+\.\w+)`/g),
    ].map(([, name = '', file = '']) => ({ page, name, file })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ name, file }) => !read(file).includes(name))).toEqual([]);
});

test('the index of the code has a line for each source file, as its header says (else: npm run generate -- --code)', () => {
  const written = globSync('docs/code/*.md', { cwd: root }).map((page) => [page, read(page)] as const);
  expect(new Map(written.sort())).toEqual(new Map([...renderCodeIndex()].sort()));
});

test('every source file begins with a comment that says what it is', () => {
  const files = sourceFiles().filter((file) => !/\.test\.tsx?$|\/examples\//.test(file));
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => headerOf(read(file)) === undefined)).toEqual([]);
});

/** Names of other programs. */
const ELSEWHERE = new Set(['OTEL_EXPORTER_OTLP_HEADERS', 'persistQueryClient', 'recoverVerify']);

test('every file, constant and function that a page names by its name alone is in the sources', () => {
  const files = globSync('{server,web,markdown,supabase,scripts,e2e,bench,deploy}/**/*.*', {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name === 'dist',
  });
  const known = new Set([...files.map((file) => path.basename(file)), ...readdirSync(root)]);
  for (const file of [...sourceFiles(), 'package.json'])
    for (const [word] of read(file).matchAll(/[A-Za-z_]\w+/g)) known.add(word);
  const named = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [
        ...read(page)
          .replaceAll(/```[\s\S]*?```/g, '')
          .matchAll(/`([^`\n]+)`/g),
      ].flatMap(([, code = '']) => {
        const file = /^[\w.-]+\.(?:tsx?|sql|css|js|grit)$/.exec(code);
        const name =
          /^(?:\w+\.)?([A-Z][A-Z\d]*(?:_[A-Z\d]+)+|[a-z]+[A-Z]\w+|(?<=\w\.)[a-z]+_\w+)(?:\(\))?$/.exec(code);
        return file ? [{ page, name: code }] : name ? [{ page, name: name[1] ?? '' }] : [];
      }),
    );
  expect(named.length).toBeGreaterThan(400);
  expect(named.filter(({ name }) => !known.has(name) && !ELSEWHERE.has(name))).toEqual([]);
});

test('the code map has a row for each room', () => {
  const map = read('docs/architecture.md');
  const rooms = globSync(['server/src/*', 'server/src/protocols/*', 'web/src/*', 'web/*/', 'supabase/*/'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter(
      (entry) =>
        entry.isDirectory() && !/^(?:dist|node_modules|public|src|test-results|protocols)$/.test(entry.name),
    )
    .map((entry) => entry.name);
  const row = (room: string) => new RegExp(`^\\| [^|]*[/\`]${room}(?:[/\`])[^|]* \\|`, 'm').test(map);
  expect(rooms.length).toBeGreaterThan(20);
  expect(rooms.filter((room) => !row(room))).toEqual([]);
});

test('docs/metrics.md has each number of the server, and no other', () => {
  const names = (text: string, form: RegExp) =>
    [...new Set([...text.matchAll(form)].map(([, name = '']) => name))].sort();
  const code = globSync('server/src/metrics/*.ts', { cwd: root }).map(read).join('\n');
  expect(names(read('docs/metrics.md'), /^\| `(trellis_\w+)` \|/gm)).toEqual(names(code, /'(trellis_\w+)'/g));
});

test('docs/operate.md has each command of `trellis`, and no other', () => {
  const commands = [
    ...(/COMMANDS[^{]*\{([\s\S]*?)\};/.exec(read('server/src/command/trellis.ts'))?.[1] ?? '').matchAll(
      /^ {2}'?([\w-]+)'?[,:]/gm,
    ),
  ].map(([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(5);
  const told = new Set(
    [...read('docs/operate.md').matchAll(/`npx trellis ([\w-]+)/g)].map(([, name = '']) => name),
  );
  expect([...told].sort()).toEqual(commands.toSorted());
});

test('the index names every page of docs', () => {
  const index = read('docs/README.md');
  const unnamed = pages.filter(
    (page) => /^docs\/(?!README\.md)/.test(page) && !index.includes(`(${path.relative('docs', page)})`),
  );
  expect(unnamed).toEqual([]);
});

/** The codes that a text names, each once and in order. */
function codes(text: string, form: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(form)].map(([, code = '']) => code))].sort();
}

test('the page of error codes has a row for each code of the migrations, and no other', () => {
  const migrations = globSync('supabase/migrations/*.sql', { cwd: root }).map(read).join('\n');
  expect(codes(read('docs/error-codes.md'), /^\| `(TR\d{3})` \|/gm)).toEqual(
    codes(migrations, /'(TR\d{3})'/g),
  );
});

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A number as a page or code writes it: `1,000`, `ten`, `8 * 1024`, `100_000`. */
const NUMBER =
  '(\\d[\\d.,_]*\\d(?: \\* \\d[\\d_]*)*|\\d(?: \\* \\d[\\d_]*)*|(?:[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en)(?= ))';

/** The number that stands for `#`; undefined where the words are not there, or there with several numbers. */
function numberIn(text: string, words: string): number | undefined {
  const form = words.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replace('#', NUMBER);
  const found = new Set([...text.matchAll(new RegExp(`(?<![\\w])${form}`, 'g'))].map(([, number]) => number));
  const [said = ''] = found;
  if (found.size !== 1) return undefined;
  const spelt = WORDS.indexOf(said.toLowerCase());
  if (spelt >= 0) return spelt;
  return said.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll(/[,_]/g, '')), 1);
}

test.for([...FIGURES_OF_LIMITS, ...FIGURES_OF_OTHER_PAGES])(
  'the documentation has the numbers of $file',
  ({ file, figures }) => {
    const code = read(file).replaceAll(/\s+/g, ' ');
    const wrong = figures.filter(([page, words, place, unit = 1]) => {
      const said = numberIn(read(page).replaceAll(/\s+/g, ' '), words);
      const meant = numberIn(code, place);
      return said === undefined || meant === undefined || Math.abs(said * unit - meant) > 1e-9;
    });
    expect(wrong).toEqual([]);
  },
);

const SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  year: 31_536_000,
};
const AMOUNT = /([\d.,]+|half a|an?|each|one|two) (second|minute|hour|day|year)s?/g;

/** The durations that a text names, in seconds. */
function durationsIn(text: string): readonly number[] {
  return [...text.matchAll(AMOUNT)].map(([, count = '', unit = '']) => {
    const number =
      { 'half a': 0.5, a: 1, an: 1, each: 1, one: 1, two: 2 }[count] ?? Number(count.replaceAll(',', ''));
    return number * (SECONDS[unit] ?? Number.NaN);
  });
}

/** The seconds of a constant: a number whose name says its unit, or an interval of Postgres; undefined for others. */
function secondsOf(code: string, name: string): number | undefined {
  const value = new RegExp(`\\b${name} = ([^;]+);`).exec(code)?.[1] ?? '';
  const [interval] = durationsIn(/^"interval '(.*)'"$/.exec(value)?.[1] ?? '');
  if (interval !== undefined) return interval;
  if (!/^[\d_ *]+$/.test(value)) return undefined;
  const product = value.split('*').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1);
  if (/_MS$/.test(name)) return product / 1000;
  return /_S$/.test(name) ? product : undefined;
}

test('what docs/limits.md says of how long things last is what the constant beside it says', () => {
  let file = '';
  const rows = [
    ...read('docs/limits.md').matchAll(/^\| [^|]* \| ([^|]*) \| `(\w+)`, (?:`([^`]+)`|the same file) \|$/gm),
  ];
  const known = rows.flatMap(([, lasts = '', name = '', path]) => {
    file = path ?? file;
    const seconds = secondsOf(read(file), name);
    return seconds === undefined ? [] : [{ name, file, seconds, lasts }];
  });
  expect(known.length).toBeGreaterThan(35);
  expect(known.filter(({ seconds, lasts }) => !durationsIn(lasts).includes(seconds))).toEqual([]);
});

test('docs/limits.md has the rate limits of the auth service', () => {
  const cells = (name: keyof typeof LIMITS, per: string) =>
    LIMITS[name].rules
      .filter((rule) => rule.per === per)
      .map(({ burst, perHour }) => `${burst}, ${perHour}`)
      .join(' and ');
  const rows: readonly (readonly [string, keyof typeof LIMITS])[] = [
    ['sign-in (signing in) with a password', 'sign_in'],
    ['signing up', 'sign_up'],
    ['refreshing a session, exchanging a code', 'refresh'],
    ['opening a mailed link or typing a mailed code', 'verify'],
    ['beginning to type a code of an authenticator app', 'mfa_challenge'],
    ['typing a code of an authenticator app', 'mfa'],
    ['setting a new password', 'password'],
    ['asking for a mail, of each kind', 'mail_otp'],
  ];
  const page = read('docs/limits.md').replaceAll(' from known places, and from others', '');
  for (const [what, name] of rows) {
    const columns = ['address', 'address and account', 'account'].map((per) => cells(name, per));
    expect(page).toContain(
      `| ${[what, ...columns].join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |'),
    );
  }
});

test('docs/limits.md has the defaults of the settings that it names', () => {
  const page = read('docs/limits.md').replaceAll(/\s+/g, ' ');
  const { statementTimeoutS, maxRows, megabytes } = SETTINGS.api;
  for (const [words, { description }] of [
    ['`API_STATEMENT_TIMEOUT` (# s)', statementTimeoutS],
    ['`API_MAX_ROWS` rows (#)', maxRows],
    ['One request writes at most # MB of texts', megabytes.request],
  ] as const)
    expect(numberIn(page, words), words).toBe(Number(description.default));
});
