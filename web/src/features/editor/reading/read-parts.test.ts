/** A page in parts says what it says in one piece, and what is drawn of it before somebody asks is bounded, whatever it has. */
import type { Element, Nodes } from 'hast';
import { expect, test } from 'vitest';
import { readPart } from './read-part.ts';
import { readParts } from './read-parts.ts';
import { renderedTree } from './rendered-tree.ts';
import { weigh } from './split-into-parts.ts';

function elements(node: Nodes): Element[] {
  const inside = 'children' in node ? node.children.flatMap(elements) : [];
  return node.type === 'element' ? [node, ...inside] : inside;
}

function words(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(words).join('') : '';
}

const drawn = (markdown: string, isAll = false) =>
  readParts(markdown, isAll).parts.map((part) => readPart(part, true));

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
  const look = (nodes: readonly Nodes[]) =>
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

const LENGTH = 256 * 1024;
const of = (piece: string) => piece.repeat(LENGTH / piece.length);

test.each([
  ['lists of headings', `${'[TOC]\n\n'.repeat(2000)}${'# a\n'.repeat(20_000)}`],
  ['footnotes', Array.from({ length: 12_000 }, (_, n) => `[^${n}]\n\n[^${n}]: a\n`).join('\n')],
  ['links in a paragraph', '[a](b) '.repeat(100_000)],
  ['highlights without an end', '==a'.repeat(200_000)],
  ['marks that cross', '*a_ '.repeat(125_000)],
  ['accents', `e${'\u0301'.repeat(300_000)}`],
  ['items', of('- a\n')],
  ['callouts', of('> [!NOTE]\n> a\n\n')],
  ['rows', `| a | b |\n| - | - |\n${of('| a | b |\n')}`],
  ['definitions', Array.from({ length: 20_000 }, (_, n) => `[${n}]: b`).join('\n')],
  ['quotes in quotes', '> '.repeat(2000)],
  ['lists in lists', Array.from({ length: 500 }, (_, depth) => `${' '.repeat(2 * depth)}- a\n`).join('')],
])('of thousands of %s each part is small, and so are all together', (_name, content) => {
  const { parts } = readParts(`Start\n\n${content}`, false);
  const all = parts.slice(0, 3).map((part) => readPart(part, false));
  expect(words(all[0] as Nodes)).toContain('Start');
  for (const root of all) expect(elements(root).length).toBeLessThan(25_000);
  expect(parts.length).toBeLessThan(400);
});

test('a page beyond the bound is cut, until all of it is asked for; texts to compare are weighed', () => {
  const rows = `Start\n\n| a | b |\n| - | - |\n${'| a | b |\n'.repeat(8000)}\nEnd`;
  const { parts, isCut } = readParts(rows, false);
  expect([isCut, parts.map(({ markdown }) => markdown)]).toEqual([true, ['Start\n\n']]);
  const all = readParts(rows, true);
  expect(all.isCut).toBe(false);
  expect(all.parts.map(({ markdown }) => markdown).join('')).toBe(rows);
  expect(weigh(rows)).toBeGreaterThan(50_000);
  expect(weigh('> '.repeat(2000))).toBeUndefined();
});

test('what is nested too deeply is shown as it was written, and what stands beside it as ever', () => {
  const shown = drawn(`# Start\n\n${'> '.repeat(200)}deep\n\nThe *end*`).map(elements);
  const tags = shown.map((part) => part.map(({ tagName }) => tagName).join(' '));
  expect(tags).toEqual(['h1', 'span div', 'p em']);
  expect(words(shown[1]?.[1] as Nodes)).toBe(`${'> '.repeat(200)}deep`);
});

test('an edit leaves the parts that it does not touch as they were read', () => {
  const text = Array.from({ length: 3000 }, (_, n) => `Paragraph ${n} of many words.\n`).join('\n');
  const before = readParts(text, false);
  const after = readParts(`${text}\nOne more.`, false, before);
  expect(after.parts.slice(0, -1)).toEqual(before.parts.slice(0, -1));
  expect(after.parts.slice(0, -1).every((part, index) => part === before.parts[index])).toBe(true);
  expect(after.parts.at(-1)).not.toBe(before.parts.at(-1));
});
