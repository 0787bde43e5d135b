/**
 * `docs/code`: an index of the source files, one page for each room of the code and one line for each file. A line is
 * the first paragraph of the file's own header, so the index says nothing that does not stand beside the code.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const SOURCES = [
  '{server,web/src,web/build,web/service-worker,web/test,markdown/src}/**/*.{ts,tsx}',
  '{scripts,bench,e2e,supabase/functions}/**/*.{ts,tsx}',
  '{server/src/database/migrations,supabase/migrations,supabase/tests}/*.sql',
];

/** Tests beside their subject say it by their name. Those in a folder of tests have a subject of their own. */
const TEST_BESIDE_SUBJECT = /^(?!server\/test|web\/test|e2e).*\.test\.tsx?$/;

export function sourceFiles(): readonly string[] {
  return globSync(SOURCES, { cwd: root, exclude: (name) => name.includes('node_modules') })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !/\.generated\.|\.d\.ts$/.test(file) && !TEST_BESIDE_SUBJECT.test(file))
    .sort();
}

/** The comment at the beginning of a file, if there is one. */
export function headerOf(text: string): string | undefined {
  // Directives of the compiler stand above it.
  const source = text.replace(/^(?:(?:#!|\/\/\/ ).*\n)+/, '').trimStart();
  const block = /^\/\*\*([\s\S]*?)\*\//.exec(source);
  const lines = /^(?:(?:\/\/|--).*\n)+/.exec(source);
  const comment = lines
    ? lines[0].replaceAll(/^(?:\/\/|--) ?/gm, '')
    : block?.[1]?.replaceAll(/^ ?\* ?/gm, '');
  return comment?.trim();
}

/** On one line, with signs that GitHub would take for markup made plain. */
function firstParagraph(header: string): string {
  const text = (header.split(/\n\s*\n/)[0] ?? '').replaceAll(/\s+/g, ' ');
  return text.replaceAll(/(`[^`]*`)|([<[])/g, (_, code, sign) => code ?? `\\${sign}`);
}

/** Folders that are rooms by themselves lie this many levels deep; elsewhere the first two are a room. */
const DEPTHS: readonly (readonly [RegExp, number])[] = [
  [/^web\/src\/features\/editor\//, 5],
  [/^(server\/src\/protocols|web\/src\/features)\//, 4],
  [/^(server|web)\/(src|test)\//, 3],
  [/^(markdown|scripts|bench|e2e)\//, 1],
];

function roomOf(file: string): string {
  const depth = DEPTHS.find(([form]) => form.test(file))?.[1] ?? 2;
  return path.posix.dirname(file).split('/').slice(0, depth).join('/');
}

const pageOf = (room: string) => `${room.replaceAll('/', '-')}.md`;

function renderRoom(room: string, files: readonly string[]): string {
  const lines = files.map((file) => {
    const header = headerOf(readFileSync(path.join(root, file), 'utf8'));
    return `- \`${path.posix.relative(room, file)}\`${header ? `: ${firstParagraph(header)}` : ''}`;
  });
  return `# ${room}\n\nMade by \`npm run generate\` from the beginning of each file. [All rooms](README.md)\n\n${lines.join('\n')}\n`;
}

function renderRooms(rooms: readonly string[]): string {
  const lines = rooms.map((room) => `- [${room}](${pageOf(room)})`);
  return `# The files of the code

Made by \`npm run generate\`: a page for each room, and on it a line for each file, by the beginning of its header. A header says what
its file is, what it decides and what it may not do; read it before the code. Search all lines for a word with
\`grep -rni 'WORD' docs/code\`, and all headers and code with \`git grep -ni 'WORD' -- '*.ts' '*.tsx' '*.sql'\`.

${lines.join('\n')}
`;
}

/** The pages of `docs/code` by their paths. */
export function renderCodeIndex(): ReadonlyMap<string, string> {
  const rooms = Map.groupBy(sourceFiles(), roomOf);
  const names = [...rooms.keys()].sort();
  return new Map([
    ['docs/code/README.md', renderRooms(names)],
    ...names.map((room) => [`docs/code/${pageOf(room)}`, renderRoom(room, rooms.get(room) ?? [])] as const),
  ]);
}
