/** The languages of code blocks, by the names that people write behind the fence, and how each one's parser is loaded. */
import { StreamLanguage, type StreamParser } from '@codemirror/language';
import type { Parser } from '@lezer/common';

type Load = () => Promise<Parser>;

const stream = (load: () => Promise<StreamParser<unknown>>) => async () =>
  StreamLanguage.define(await load()).parser;
const javascript = (options: { readonly jsx?: boolean; readonly typescript?: boolean }) => async () =>
  (await import('@codemirror/lang-javascript')).javascript(options).language.parser;

const clike = () => import('@codemirror/legacy-modes/mode/clike');

const LANGUAGES: readonly (readonly [names: string, load: Load])[] = [
  ['javascript js mjs cjs node jsx', javascript({ jsx: true })],
  ['typescript ts mts cts', javascript({ typescript: true })],
  ['tsx', javascript({ jsx: true, typescript: true })],
  ['html htm vue svelte', async () => (await import('@codemirror/lang-html')).html().language.parser],
  ['css scss less', async () => (await import('@codemirror/lang-css')).css().language.parser],
  ['json jsonc json5', async () => (await import('@codemirror/lang-json')).json().language.parser],
  ['python py', async () => (await import('@codemirror/lang-python')).python().language.parser],
  [
    'sql postgres postgresql psql mysql sqlite',
    async () => (await import('@codemirror/lang-sql')).sql().language.parser,
  ],
  ['yaml yml', async () => (await import('@codemirror/lang-yaml')).yaml().language.parser],
  ['xml svg xsl', async () => (await import('@codemirror/lang-xml')).xml().language.parser],
  ['c h cpp c++ cc hpp', async () => (await import('@codemirror/lang-cpp')).cpp().language.parser],
  ['java', async () => (await import('@codemirror/lang-java')).java().language.parser],
  ['rust rs', async () => (await import('@codemirror/lang-rust')).rust().language.parser],
  ['go golang', async () => (await import('@codemirror/lang-go')).go().language.parser],
  ['php', async () => (await import('@codemirror/lang-php')).php({ plain: true }).language.parser],
  ['csharp cs c#', stream(async () => (await clike()).csharp)],
  ['kotlin kt', stream(async () => (await clike()).kotlin)],
  ['scala', stream(async () => (await clike()).scala)],
  ['dart', stream(async () => (await clike()).dart)],
  [
    'shell sh bash zsh console',
    stream(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
  ],
  [
    'powershell ps1 pwsh',
    stream(async () => (await import('@codemirror/legacy-modes/mode/powershell')).powerShell),
  ],
  ['ruby rb', stream(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby)],
  ['swift', stream(async () => (await import('@codemirror/legacy-modes/mode/swift')).swift)],
  ['lua', stream(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua)],
  ['perl pl', stream(async () => (await import('@codemirror/legacy-modes/mode/perl')).perl)],
  ['r', stream(async () => (await import('@codemirror/legacy-modes/mode/r')).r)],
  ['haskell hs', stream(async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell)],
  ['toml', stream(async () => (await import('@codemirror/legacy-modes/mode/toml')).toml)],
  [
    'ini properties env',
    stream(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties),
  ],
  [
    'dockerfile docker',
    stream(async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  ],
  ['nginx', stream(async () => (await import('@codemirror/legacy-modes/mode/nginx')).nginx)],
  ['diff patch', stream(async () => (await import('@codemirror/legacy-modes/mode/diff')).diff)],
];

const BY_NAME = new Map(
  LANGUAGES.flatMap(([names, load]) => names.split(' ').map((name) => [name, load] as const)),
);

/** @returns null for a language that nobody here knows */
export async function importCodeParser(name: string): Promise<Parser | null> {
  return (await BY_NAME.get(name)?.()) ?? null;
}
