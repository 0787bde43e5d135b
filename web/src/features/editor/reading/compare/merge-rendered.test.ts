import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Content, element } from '../../../../../../markdown/src/read/elements.ts';
import { Budget } from '../../../../../../markdown/src/tree/budget.ts';
import { atOnce } from '../../../../../../markdown/src/tree/sliced.ts';
import { comparingBudget } from '../parts/reading-budget.ts';
import { renderedTree } from '../parts/rendered-tree.ts';
import { compareRendered } from './compare-rendered.ts';
import { type MergedBlock, mergeRendered } from './merge-rendered.ts';

/** As HTML, with changes in [+…+] and [-…-]. */
function html(node: Content): string {
  if (node.type === 'text') return node.value;
  const inside = node.children.map(html).join('');
  if (node.tagName === 'ins') return `[+${inside}+]`;
  if (node.tagName === 'del') return `[-${inside}-]`;
  return `<${node.tagName}>${inside}</${node.tagName}>`;
}

const asElement = (markdown: string): Content => element('div', {}, renderedTree(markdown).children);

const NONE = Number.POSITIVE_INFINITY;
// At each 256th step, as often as the app's own budget allows.
const MOST_LOOKS = 8000;
const MOST_LOOKS_AT_ONCE = 120;

const merged = (before: string, after: string): MergedBlock[] =>
  atOnce(mergeRendered(renderedTree(before), renderedTree(after), comparingBudget()));

const merge = (before: string, after: string): string =>
  merged(before, after)
    .map(({ node }) => html(node))
    .join('');

test('words that changed are marked, and those around them are not', () => {
  expect(merge('The quick fox jumps.', 'The slow fox jumps.')).toBe(
    '<p>The [-quick-][+slow+] fox jumps.</p>',
  );
  expect(merge('One two three', 'One 2 drei three')).toBe('<p>One [-two-][+2 drei+] three</p>');
});

test('two changes with a blank between them are one', () => {
  expect(merge('a red car here', 'a blue bus here')).toBe('<p>a [-red car-][+blue bus+] here</p>');
});

test('a word that becomes bold, and one that leads elsewhere, have changed', () => {
  expect(merge('Very much', '**Very** much')).toBe('<p>[-Very-]<strong>[+Very+]</strong> much</p>');
  expect(merge('[x](/a) y', '[x](/b) y')).toBe('<p><a>[-x-]</a><a>[+x+]</a> y</p>');
});

test('whole blocks come and go, and the ones beside them stay', () => {
  const before = '# Plan\n\nFirst of all\n\nLast of all';
  expect(merge(before, '# Plan\n\nFirst of all\n\nQuite another\n\nLast of all')).toBe(
    '<h1>Plan</h1><p>First of all</p><p>[+Quite another+]</p><p>Last of all</p>',
  );
  expect(merge(before, '# Plan\n\nLast of all')).toBe(
    '<h1>Plan</h1><p>[-First of all-]</p><p>Last of all</p>',
  );
});

test('an item of a list, a cell of a table and a line of code are marked within them', () => {
  expect(merge('- one\n- two', '- one\n- two more\n- three')).toBe(
    '<ul><li>one</li><li>two[+ more+]</li><li>[+three+]</li></ul>',
  );
  expect(merge('| A | B |\n| - | - |\n| 1 | 2 |', '| A | B |\n| - | - |\n| 1 | 3 |')).toContain(
    '<td>[-2-][+3+]</td>',
  );
  expect(merge('```\nlet a = 1;\n```', '```\nlet a = 2;\n```')).toBe(
    '<pre><code>let a = [-1-][+2+];\n</code></pre>',
  );
});

const markdown = fc
  .array(
    fc.constantFrom(
      ...['# Head', 'Some words here', 'Some *other* words', '- one\n- two\n  - deep', '> quoted', '---'],
      ...[
        '| A | B |\n| - | - |\n| 1 | **2** |',
        '```js\ncode\n```',
        '![p](/x.png) and `code`',
        '- [ ] task\n- [x] done',
      ],
    ),
    { maxLength: 8 },
  )
  .map((blocks) => blocks.join('\n\n'));

test('without what went, a merge says what the new text says; without what came, what the old one said', () => {
  const words = (node: Content, left: string): string => {
    if (node.type === 'text') return node.value;
    if (node.tagName === left) return '';
    const own = ['img', 'input'].includes(node.tagName) ? JSON.stringify(node.properties) : '';
    return own + node.children.map((child) => words(child, left)).join('');
  };
  const said = (blocks: readonly { readonly node: Content }[], left: string) =>
    blocks
      .map(({ node }) => words(node, left))
      .join('')
      .replaceAll(/\s+/g, '');
  const plain = (text: string) =>
    said(
      renderedTree(text).children.map((node) => ({ node })),
      '',
    );
  fc.assert(
    fc.property(markdown, markdown, (before, after) => {
      const blocks = merged(before, after);
      expect(said(blocks, 'del')).toBe(plain(after));
      expect(said(blocks, 'ins')).toBe(plain(before));
      const isOther = html(asElement(before)) !== html(asElement(after));
      expect(blocks.some(({ isChanged }) => isChanged)).toBe(isOther);
    }),
  );
});

test('a formula that changed is marked as a whole, and what is in a toggle or callout by words', () => {
  expect(merge('a $x$ b', 'a $y$ b')).toBe('<p>a [-<var>x</var>-][+<var>y</var>+] b</p>');
  expect(merge('> [!NOTE]\n> one two', '> [!NOTE]\n> one three')).toContain('one [-two-][+three+]');
});

test('a text of very many words is compared', () => {
  const text = `b${' a'.repeat(120_000)}`;
  // Without the text in what a failure says.
  expect(merge('b', text).replaceAll(/<\/?p>|\[\+|\+\]/g, '') === text).toBe(true);
});

const paragraphs = (end: string) => Array.from({ length: 2500 }, (_, n) => `${end}${n} ${end}`).join('\n\n');

test.each([
  // Each new one might have been made of each old one.
  ['paragraphs of other words', paragraphs('a'), paragraphs('b'), 'too much'],
  ['highlights without an end', 'Start', '==a'.repeat(66_000), 'compared'],
])('comparing thousands of %s ends, and pauses until then', (_name, was, is, expected) => {
  let looks = 0;
  let all = 0;
  let most = 0;
  const isOver = () => ++looks + all > MOST_LOOKS;
  const work = compareRendered(was, is, true, new Budget({ characters: NONE, nodes: NONE, isOver }));
  for (;;) {
    const step = work.next();
    all += looks;
    most = Math.max(most, looks);
    looks = 0;
    if (!step.done) continue;
    expect(typeof step.value === 'string' ? step.value : 'compared').toBe(expected);
    break;
  }
  expect(most).toBeLessThan(MOST_LOOKS_AT_ONCE);
});
