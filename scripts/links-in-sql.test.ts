/**
 * The database reads the links of pages by patterns, since it runs where no parser does. It finds those that the grammar finds, but
 * for the cases that docs/links-in-sql.md lists.
 */
import { readFileSync } from 'node:fs';
import type { SyntaxNode, Tree } from '@lezer/common';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { readWikiLink } from '../markdown/src/kinds/wiki-link/syntax.ts';
import { type MigratedEngine, openMigratedEngine } from '../server/test/database/migrated-engine.ts';
import { generatedPages } from '../web/src/features/editor/corpus/frozen-pages.ts';
import { readCorpus } from '../web/src/features/editor/corpus/read-corpus.ts';
import { pageLanguage } from '../web/src/features/editor/markdown/page-language.ts';

interface Found {
  readonly names: ReadonlySet<string>;
  readonly pages: ReadonlySet<string>;
}

const ID = '6fa1b9a2-31c5-4b1c-9c3e-0d8c7d3b2a10';
const PAGE = /\/dashboard\/pages\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;
const CORPUS_BYTES = 1_000_000;
/** Cases by the parser's node in which the text of a link stands. */
const NODES: readonly (readonly [name: string, nodes: RegExp])[] = [
  ['comment', /^Remark/],
  ['HTML', /^(?:HTML|Comment|ProcessingInstruction)/],
  ['formula', /^Formula/],
  ['code', /Code/],
  ['address', /^URL$/],
];
const ROW =
  /^\| (?<name>[^|]+) \| (?:``` (?<fenced>.+?) ```|`(?<example>[^`]+)`) \| (?<database>[^|]*)\| (?<grammar>[^|]*)\| .+ \|$/;

const CASES = readFileSync(new URL('../docs/links-in-sql.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const row = ROW.exec(line)?.groups;
    if (!row) return [];
    const { name = '', fenced, example = '', database = '', grammar = '' } = row;
    return [{ name, example: fenced ?? example, database: database.trim(), grammar: grammar.trim() }];
  });

let engine: MigratedEngine;
beforeAll(async () => {
  engine = await openMigratedEngine();
});
afterAll(() => engine[Symbol.asyncDispose]());

async function inDatabase(texts: readonly string[]): Promise<Found[]> {
  const { rows } = await engine.pool.query<{ names: string[]; pages: string[] }>(
    `select array(select private.wiki_targets(text)) as names, array(select private.linked_pages(text))::text[] as pages
    from unnest($1::text[]) with ordinality as given (text, place) order by place`,
    [texts],
  );
  return rows.map(({ names, pages }) => ({ names: new Set(names), pages: new Set(pages) }));
}

function inGrammar(text: string, tree: Tree): Found {
  const [names, pages] = [new Set<string>(), new Set<string>()];
  tree.iterate({
    enter: ({ name, from, to }) => {
      const source = text.slice(from, to);
      if (name === 'WikiLink') names.add(readWikiLink(source).target);
      if (name === 'URL') for (const [, id = ''] of source.matchAll(PAGE)) pages.add(id);
    },
  });
  names.delete('');
  return { names, pages };
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...some].filter((one) => !others.has(one));
}

/** @returns the cases in which the two differ, one for each place in the text */
function differences(text: string, database: Found): string[] {
  const tree = pageLanguage.parser.parse(text);
  const grammar = inGrammar(text, tree);
  const more = without(database.names, grammar.names);
  const missed = without(grammar.names, database.names);
  return [
    ...more.flatMap((name) => casesOf(text, tree, name)),
    ...missed.map((name) => (text.includes('`') ? 'backticks' : `missed: ${name}`)),
    ...without(database.pages, grammar.pages).map(() => 'page in words'),
    ...without(grammar.pages, database.pages).map((id) => `missed: ${id}`),
  ];
}

function casesOf(text: string, tree: Tree, name: string): string[] {
  const places = [...text.matchAll(/\[\[+/g)].filter(({ 0: marks, index }) =>
    text.startsWith(name, index + marks.length),
  );
  if (places.length === 0) return [`nowhere: ${name}`];
  return places.map(({ 0: marks, index }) => {
    const around = namesAround(tree.resolveInner(index + marks.length, 1));
    const known = NODES.find(([, nodes]) => around.some((one) => nodes.test(one)));
    if (known) return known[0];
    if (/^_?toc_?$/i.test(name)) return 'contents';
    const after = text.slice(index).replace(/^\[+[^\]]*\]\]/, '');
    return after.startsWith('[') ? 'text of a link' : `unlike: ${text.slice(index - 40, index + 40)}`;
  });
}

function namesAround(node: SyntaxNode | null): string[] {
  return node ? [node.name, ...namesAround(node.parent)] : [];
}

test.each(CASES)('the listed case still differs: $name', async ({ name, example, database, grammar }) => {
  const [found] = await inDatabase([example]);
  if (!found) throw new Error('The database answered nothing.');
  const read = inGrammar(example, pageLanguage.parser.parse(example));
  const said = ({ names, pages }: Found) => [...names, ...pages].join(', ');
  expect([said(found), said(read)]).toEqual([database, grammar]);
  expect(database).not.toBe(grammar);
  expect(differences(example, found)).toEqual([name]);
});

test('links are read alike but for the listed cases, on generated and on real pages', async () => {
  const texts = [...generatedPages(1000), ...readCorpus(CORPUS_BYTES)].map(({ text }) =>
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll('\0', '')
      .replaceAll('/pages/none', `/pages/${ID}`)
      .toWellFormed(),
  );
  const found = await inDatabase(texts);
  const cases = new Set(texts.flatMap((text, place) => differences(text, found[place] ?? fail())));
  const listed = new Set(CASES.map(({ name }) => name));
  expect(without(cases, listed)).toEqual([]);
});

function fail(): never {
  throw new Error('The database answered for fewer texts.');
}

test('aliases are those that YAML has', async () => {
  const values = ['Plan', 'a b', '"A, b"', "'it''s'", '"say \\"x\\""', 'c # note', 'ä-ö', 'x:y'];
  const flow = values.filter((value) => !value.includes('#'));
  const matters = ['alias', 'aliases', 'Aliases', '"aliases"'].flatMap((key) => [
    ...values.map((value) => `${key}: ${value}`),
    ...values.map((value, place) => `${key}:\n  - ${value}\n  - ${values[place - 1] ?? 'z'}\nother: d`),
    ...values.map((value) => `tags: [a]\n${key}:\n- ${value}\n# said\n- last`),
    ...flow.map((value, place) => `${key}: [${value}, ${flow[place - 1] ?? 'z'}]`),
    `${key}:`,
  ]);
  const { rows } = await engine.pool.query<{ names: string[] }>(
    `select array(select private.aliases_in(text)) as names
    from unnest($1::text[]) with ordinality as given (text, place) order by place`,
    [matters.map((matter) => `---\n${matter}\n---\n\naliases: [none]\n`)],
  );
  const expected = matters.map((matter) => {
    const read = parseYaml(matter) as Readonly<Record<string, unknown>>;
    return Object.entries(read).flatMap(([key, value]) => (/^alias(?:es)?$/i.test(key) ? (value ?? []) : []));
  });
  expect(rows.map(({ names }) => names)).toEqual(expected);
});
