/** A page in parts says what it says in one piece, and what is drawn of it before somebody asks is bounded, whatever it has. */
import { expect, test } from 'vitest';
import type { Content, Element, Root } from '../../../../../../markdown/src/read/elements.ts';
import { Budget } from '../../../../../../markdown/src/tree/budget.ts';
import { atOnce } from '../../../../../../markdown/src/tree/sliced.ts';
import { readPart } from './read-part.ts';
import { type Extent, type ReadPage, readParts } from './read-parts.ts';
import { readingBudget } from './reading-budget.ts';
import { renderedTree, weigh } from './rendered-tree.ts';

type Node = Content | Root;

function elements(node: Node): Element[] {
  const inside = 'children' in node ? node.children.flatMap(elements) : [];
  return node.type === 'element' ? [node, ...inside] : inside;
}

function words(node: Node): string {
  if (node.type === 'text') return node.value;
  return node.children.map(words).join('');
}

const read = (markdown: string, extent: Extent = 'beginning', before?: ReadPage) =>
  atOnce(readParts(markdown, extent, before));

const NONE = Number.POSITIVE_INFINITY;

const drawn = (markdown: string, extent: Extent = 'beginning') =>
  read(markdown, extent).parts.map((part) => readPart(part, true));

test('a page in parts has the elements of the whole, in their order', () => {
  const text = [
    'Intro with [a link][far] and a note[^one].\n',
    ...Array.from(
      { length: 700 },
      (_, n) => `## Part ${n}\n\nWords **${n}** ==here==, $x_${n}$ and [[Page ${n}]].\n`,
    ),
    `A line ${'with [links](https://example.com/a) and **bold** '.repeat(400)}\n`,
    '[far]: https://example.com/far',
  ].join('\n');
  const look = (nodes: readonly Node[]) =>
    nodes.flatMap(elements).map((node) => [node.tagName, node.properties.href, words(node)]);
  const parts = drawn(`${text}\n\n[^one]: Note.`);
  expect(parts.length).toBeGreaterThan(3);
  const ofNotes = (all: readonly (readonly unknown[])[]) =>
    all.filter(([tag, href]) => tag !== 'sup' && !String(href).startsWith('#user-content'));
  const whole = look([renderedTree(text.replace('[^one]', ''))]);
  const [first, ...rest] = ofNotes(
    look(
      parts.map(({ children, ...root }) => ({
        ...root,
        children: children.filter((child) => child.type !== 'element' || child.tagName !== 'section'),
      })),
    ),
  );
  expect(String(first?.[2])).toBe('Intro with a link and a note1.');
  expect(rest).toEqual(whole.slice(1));
});

test('a long list is cut between its items, and goes on with its numbers', () => {
  const lists = drawn(
    Array.from({ length: 1600 }, (_, n) => `${n + 5}. item\n${' '.repeat(6)}- in ${n}`).join('\n'),
  );
  expect(lists.length).toBeGreaterThan(1);
  let next = 5;
  for (const { children } of lists) {
    const [list] = children as [Element];
    expect(list.properties.start).toBe(next);
    next += list.children.filter((child) => child.type === 'element').length;
  }
  expect(next).toBe(1605);
});

// How many pass between two looks of a budget.
const STEPS = 256;
// A table is read in one. No paragraph has as many steps, as its marks are bounded.
const MOST_STEPS_AT_ONCE = 60_000;
const LENGTH = 256 * 1024;
const of = (piece: string) => piece.repeat(LENGTH / piece.length);

test.each([
  ['lists of headings', `${'[TOC]\n\n'.repeat(2000)}${'# a\n'.repeat(20_000)}`],
  ['footnotes', Array.from({ length: 12_000 }, (_, n) => `[^${n}]\n\n[^${n}]: a\n`).join('\n')],
  ['links in a paragraph', '[a](b) '.repeat(100_000)],
  ['highlights without an end', '==a'.repeat(200_000)],
  ['marks that cross', '*a_ '.repeat(125_000)],
  ['accents', `e${'\u0301'.repeat(300_000)}`],
  ['comments without an end', of('a <!-- ')],
  ['items', of('- a\n')],
  ['callouts', of('> [!NOTE]\n> a\n\n')],
  ['rows', `| a | b |\n| - | - |\n${of('| a | b |\n')}`],
  ['definitions', Array.from({ length: 20_000 }, (_, n) => `[${n}]: b`).join('\n')],
  ['quotes in quotes', '> '.repeat(2000)],
  ['lists in lists', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(2 * depth)}- a\n`).join('')],
])('of thousands of %s each part is small, and so is each step of finding them', (_name, content) => {
  let looks = 0;
  let most = 0;
  const budget = new Budget({ characters: NONE, nodes: NONE, isOver: () => ++looks < 0 });
  const work = readParts(`Start\n\n${content}`, 'beginning', undefined, budget);
  let page: ReadPage | undefined;
  while (!page) {
    looks = 0;
    page = work.next().value;
    most = Math.max(most, looks);
  }
  expect(most * STEPS).toBeLessThan(MOST_STEPS_AT_ONCE);
  const { parts } = page;
  const all = parts.slice(0, 3).map((part) => readPart(part, false));
  expect(words(all[0] as Root)).toContain('Start');
  for (const root of all) expect(elements(root).length).toBeLessThan(25_000);
  expect(parts.length).toBeLessThan(400);
});

test('a page beyond the bound is cut, until all of it is asked for; texts to compare are weighed', () => {
  const lines = `Start\n\n\`\`\`\n${'a\n'.repeat(26_000)}\`\`\`\n\nEnd`;
  const { parts, isCut } = read(lines);
  expect([isCut, parts.map(({ markdown }) => markdown)]).toEqual([true, ['Start\n\n']]);
  const all = read(lines, 'all');
  expect(all.isCut).toBe(false);
  expect(all.parts.map(({ markdown }) => markdown).join('')).toBe(lines);
  expect(atOnce(weigh(lines, readingBudget())).nodes).toBeGreaterThan(50_000);
  expect(atOnce(weigh('> '.repeat(2000), readingBudget())).isTooDeep).toBe(true);
});

test('a long table is cut between its rows, each part of which has its head', () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `| a${n} | b |\n`).join('');
  const tables = drawn(`Start\n\n| c | d |\n| - | -: |\n${rows}\nEnd`).flatMap(({ children }) =>
    children.filter((child): child is Element => child.type === 'element' && child.tagName === 'table'),
  );
  expect(tables.length).toBeGreaterThan(3);
  expect(new Set(tables.map((table) => words(table.children[3] as Element).trim()))).toEqual(
    new Set([words(tables[0]?.children[3] as Element).trim()]),
  );
  expect(tables.map(({ properties }) => properties.className)).toEqual(
    tables.map((_, index) => (index === 0 ? ['in-parts'] : ['in-parts', 'further-part'])),
  );
  const first = tables.flatMap((table) => words(table.children[5] as Element).match(/a\d+/g) ?? []);
  expect(first).toEqual(Array.from({ length: 3000 }, (_, n) => `a${n}`));
});

test('the columns of a long table are as wide as what is in its first rows, in each part', () => {
  const rows = Array.from({ length: 3000 }, (_, n) => `| ${n} | Some words about row ${n} |\n`).join('');
  const tables = drawn(`| n | about |\n| - | - |\n${rows}`)
    .flatMap(({ children }) => children)
    .filter((child): child is Element => child.type === 'element' && child.tagName === 'table');
  const looks = tables.map(({ children }) => JSON.stringify(children[1]));
  expect(tables.length).toBeGreaterThan(3);
  expect(new Set(looks).size).toBe(1);
  const [narrow = 0, wide = 0] = [...(looks[0] ?? '').matchAll(/width: ([\d.]+)%/g)].map(([, width]) =>
    Number(width),
  );
  expect(wide).toBeGreaterThan(3 * narrow);
  expect(narrow + wide).toBeCloseTo(100);
});

test('a text as long as a book is in pieces', () => {
  for (const text of ['a'.repeat(200_000), '<div>'.repeat(40_000)]) {
    const [root] = drawn(text);
    const pieces = elements(root as Root).filter(({ tagName }) => tagName === 'span');
    expect(pieces.length).toBeGreaterThan(40);
    expect(pieces.map(words).join('') === text).toBe(true);
  }
});

test('what is nested too deeply is shown as it was written, and what stands beside it as ever', () => {
  const shown = drawn(`# Start\n\n${'> '.repeat(200)}deep\n\nThe *end*`).map(elements);
  const tags = shown.map((part) => part.map(({ tagName }) => tagName).join(' '));
  expect(tags).toEqual(['h1', 'span div span', 'p em']);
  expect(words(shown[1]?.[1] as Element)).toBe(`${'> '.repeat(200)}deep`);
});

test('an edit leaves the parts that it does not touch as they were read', () => {
  const text = Array.from({ length: 3000 }, (_, n) => `Paragraph ${n} of many words.\n`).join('\n');
  const before = read(text);
  const after = read(`${text}\nOne more.`, 'beginning', before);
  expect(after.parts.slice(0, -1)).toEqual(before.parts.slice(0, -1));
  expect(after.parts.slice(0, -1).every((part, index) => part === before.parts[index])).toBe(true);
  expect(after.parts.at(-1)).not.toBe(before.parts.at(-1));
});

test('footnotes have numbers in the order in which the page names them, those within footnotes last', () => {
  const text =
    'a[^b] c[^A] d[^none] ![e[^deep]](f)\n\n[^a]: one[^deep]\n[^B]: two\n\n[^deep]: three\n\n[^unused]: four';
  const [part] = read(text).parts;
  expect([...(part?.numbers ?? [])]).toEqual([
    ['B', 1],
    ['A', 2],
    ['DEEP', 3],
  ]);
  expect(read('a[^1]').parts[0]?.notes).toEqual([]);
  expect(read('[^1]: never named').parts[0]?.notes).toEqual([]);
});

test('a long page is not cut within a toggle, and each part knows what another defines', () => {
  const text = `a[^1] [b]\n\n${'word '.repeat(3900)}\n\n<details>\n<summary>T</summary>\n\n${'inside\n\n'.repeat(4000)}</details>\n\nb [B] c[^1]\n\n[^1]: note\n\n[b]: /c`;
  const { parts } = read(text, 'all');
  expect(parts.length).toBeGreaterThan(2);
  for (const { markdown } of parts)
    expect(markdown.includes('<details>')).toBe(markdown.includes('</details>'));
  const links = drawn(text, 'all').map((root) =>
    elements(root).flatMap(({ tagName, properties }) => (tagName === 'a' ? [properties.href] : [])),
  );
  expect(links.filter((some) => some.length > 0)).toEqual([
    ['#user-content-fn-1', '/c'],
    ['/c', '#user-content-fn-1'],
    ['#user-content-fnref-1'],
  ]);
});

test('a part is read anew when what it names leads elsewhere', () => {
  const text = (address: string) => `[a]\n\n${'word\n\n'.repeat(9000)}\n\n[a]: ${address}`;
  const before = read(text('/b'), 'all');
  const after = read(text('/c'), 'all', before);
  const same = after.parts.map((part, index) => part === before.parts[index]);
  expect(same).toEqual(same.map((_, index) => index > 0 && index < same.length - 1));
});

test('a page that takes too long to read is shown as it was written', () => {
  const spent = new Budget({ characters: 0, nodes: 0, isOver: () => true });
  const text = `# a\n\n${'*b* '.repeat(500)}`;
  const [part, ...others] = atOnce(readParts(text, 'beginning', undefined, spent)).parts;
  expect(others).toEqual([]);
  const root = part && readPart(part, false);
  expect(words(root as Root)).toBe(
    `This part takes too long to be formatted. It is shown as it was written.${text.trimEnd()}`,
  );
});

test('front matter of thousands of properties is shown as it was written', () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `a${n}: b`).join('\n');
  const { parts } = read(`---\n${lines}\n---\n\nEnd`);
  const roots = parts.map((part) => readPart(part, false));
  expect(roots.flatMap(elements).length).toBeLessThan(2000);
  expect(roots.map(words).join('')).toContain('a19999: b');
});

test.each([
  ['pictures beyond a thousand', '/a.png', 1000],
  ['drawings beyond a hundred', '/a.svg?b', 100],
])('on paper, %s are left out, also when the page is drawn again', (_, address, most) => {
  const { parts } = read(`![a](${address})\n\n`.repeat(3000), 'all');
  expect(parts.length).toBeGreaterThan(1);
  const isLeftOut = ({ tagName, properties }: Element) => tagName === 'img' && 'data-left-out' in properties;
  for (let times = 0; times < 2; times++) {
    const drawn = parts.flatMap((part) => elements(readPart(part, true)));
    expect(drawn.filter(isLeftOut)).toHaveLength(3000 - most);
  }
});
