/** The tree of a page, and the budget of what reads and prints it. */
import { expect, test } from 'vitest';
import type { Surroundings } from '../publish/surroundings.ts';
import { Budget, TakesTooLong } from '../tree/budget.ts';
import type { Block, Inline, Part } from '../tree/nodes.ts';
import { Press } from './press.ts';
import { readPage } from './read-page.ts';

const budget = (isOver = () => false) => new Budget({ characters: 1_000_000, nodes: 100_000, isOver });

const NOTHING: Surroundings = {
  linkTo: (url) => url,
  titleAt: () => undefined,
  image: (_url, words) => words,
  card: () => undefined,
  wikiPage: () => undefined,
  code: (value) => `<pre>${value}</pre>\n`,
  formula: (tex) => tex,
};

const print = (text: string, own = budget()) => new Press(readPage(text, own), text, NOTHING, own).print();

/** The kinds of blocks, with where each stands. */
function outline(blocks: readonly Block[], text: string): unknown[] {
  return blocks.map((block) => [block.type, text.slice(block.from, block.to)]);
}

test('blocks say which they are, and where they stand', () => {
  const text =
    '---\na: b\n---\n# One\n\n> [!TIP] *T*\n> in\n\n<details><summary>s</summary>\n\nx\n\n</details>\n\n[TOC]';
  expect(outline(readPage(text, budget()).children, text)).toEqual([
    ['yaml', '---\na: b\n---'],
    ['heading', '# One'],
    ['callout', '> [!TIP] *T*\n> in'],
    ['toggle', '<details><summary>s</summary>\n\nx\n\n</details>'],
    ['tableOfContents', '[TOC]'],
  ]);
});

test.each([
  ['a name that nothing defines is text, and may stand in a link', '[a [b]](/c)', '<a href="/c">a [b]</a>'],
  ['a name that is defined further below is a link', '[a][B]\n\n[b]: /c', '<a href="/c">a</a>'],
  ['a footnote that says nothing may be a link', '[^1][a]\n\n[a]: /b', '<a href="/b">^1</a>'],
  ['an address in a link is not where it leads', '[www.a.example](/b)', '<a href="/b">www.a.example</a>'],
  ['an address stands right after letters of others', '请看www.a.example', '<a href="http://www.a.example"'],
  ['an empty cell is one', '| a | b |\n| - | - |\n| | c |', '<td></td>\n<td>c</td>'],
  ['code has no indent of its fence', '- a\n\n   ```\n   b\n     c\n   ```', '<pre>b\n  c'],
  ['a line of a quote begins without its mark', '> a\n> `b\n> c`', '<p>a<br>\n<code>b c</code></p>'],
  [
    'a toggle stays in its item',
    '- a\n  1. <details>\n     <summary>s</summary>\n\n     b\n\n     </details>\n- c',
    '<details>\n<summary>s</summary>\n<p>b</p>\n</details>\n</li>\n</ol>\n</li>\n<li>c</li>',
  ],
  ['a heading in a quote ends above its line', '> a\n> ===', '<h2 id="a">a</h2>'],
])('%s', (_, text, html) => {
  expect(print(text)).toContain(html);
});

test('what is nested deeper than anybody writes is shown as it is written', () => {
  const html = print(`${'> '.repeat(5000)}a`);
  expect(html.match(/<blockquote>/g)?.length).toBe(100);
  expect(html).toContain('&gt; a</p>');
});

// Each looks at the rest of the text again for each of them, in one reader of Markdown or another.
const ENDLESS = [
  '![',
  '*[',
  '[^',
  '**a ',
  '> ',
  '- a\n',
  '* * a\n',
  '1. ',
  '|',
  '`a` ',
  '$$',
  'a@b.',
  '[a]: b\n',
  '# a\n',
];

test.each(ENDLESS)('reading %j over and over is ended where the time is over', (piece) => {
  const text = piece.repeat(Math.ceil(50_000 / piece.length));
  let looks = 0;
  expect(() =>
    print(
      text,
      budget(() => ++looks >= 3),
    ),
  ).toThrow(TakesTooLong);
  expect(looks).toBe(3);
});

test('printing ends, too, however short the text is', () => {
  const few = (limits: Partial<ConstructorParameters<typeof Budget>[0]>) =>
    new Budget({ characters: 1_000_000, nodes: 100_000, isOver: () => false, ...limits });
  expect(() => print('[TOC]\n\n'.repeat(200) + '# a\n'.repeat(200), few({ nodes: 10_000 }))).toThrow(
    TakesTooLong,
  );
  expect(() =>
    print(`${'[^1] '.repeat(500)}\n\n[^1]: ${'a '.repeat(500)}`, few({ characters: 20_000 })),
  ).toThrow(TakesTooLong);
});

type Node = Block | Inline | Part;

/** Lists a page's kinds beyond GitHub's Markdown, in order. */
function found(nodes: readonly Node[]): string[] {
  return nodes.flatMap((node): string[] => {
    const inside = 'children' in node ? found(node.children) : [];
    switch (node.type) {
      case 'callout':
        return [`callout ${node.mark.kind}`, ...found(node.title), ...inside];
      case 'toggle':
        return [`toggle ${node.title}`, ...inside];
      case 'mark':
        return [`highlight ${node.from}-${node.to}`, ...inside];
      case 'wikiLink':
        return [`wiki ${node.from}-${node.to}`];
      case 'inlineMath':
        return [`formula ${node.value}`];
      case 'math':
        return [`block ${node.value}`];
      case 'footnoteReference':
        return [`footnote ${node.identifier}`];
      default:
        return inside;
    }
  });
}

test.each([
  ['a ==b *c*== d', ['highlight 2-11']],
  ['a == b and x === y', []],
  ['**==x==**', ['highlight 2-7']],
  ['a $x^2$ and $$y$$.', ['formula x^2', 'formula y']],
  [String.raw`$\{x\}$`, [String.raw`formula \{x\}`]],
  ['$5 and $6, US$5 or $ x$ and $HOME/$PATH', []],
  [String.raw`\$x$ and \$5`, []],
  ['x\n$$\na\n+ b\n$$  \ny', ['block a\n+ b']],
  ['> $$\n> a\n> $$', ['block a']],
  ['- $$\n  a\n  $$\n- q', ['block a']],
  ['> [!NOTE]\n> a', ['callout note']],
  ['> [!warning]  \n>\n> - a', ['callout warning']],
  [
    '> [!faq]- A ==title==\n> > [!OTHER|wide]\n> > a',
    ['callout question', 'highlight 12-21', 'callout note'],
  ],
  ['a [[B c#d|e *f*]] ![[g]], `[[h]]`', ['wiki [[B c#d|e *f*]]', 'wiki ![[g]]']],
  ['[[a]]: b [[c|d]]:\n\n[[e]]: https://e.example', ['wiki [[a]]', 'wiki [[c|d]]', 'wiki [[e]]']],
  ['[[1]](a) [[ -f x ]] \\[[a]] [[TOC]] [[]] [[a\nb]]', []],
  ['| [[a\\|b]] |\n| - |\n| *[[c]]* |', ['wiki [[a\\|b]]', 'wiki [[c]]']],
  ['> [!NOTE](a) b', []],
  ['> [!NOTE]b', []],
  ['<details>\n<summary>A &lt;</summary>\n\n==x==\n\n</details>', ['toggle A <', 'highlight 37-42']],
  ['<details>\n\ntext\n\n</details>', []],
  ['a[^1] [^none]\n\n[^1]: b $c$\n    d', ['footnote 1', 'formula c']],
  ['`==a== $x$` <b>==c==</b>', ['highlight 15-20']],
  ['\\``==a==` \\\\`$x$` \\\\\\```$y$`` \\`==b==`', ['highlight 32-37']],
  ['> $$\\``[^1]$x$`\n\n[^1]: a', []],
  ['\\``$x$', ['formula x']],
])('%j has %j', (text, expected) => {
  const { children, footnotes } = readPage(text, budget());
  const all = [...children, ...[...footnotes.values()].flatMap((note) => note.children)];
  const shown = found(all).map((one) =>
    one.replace(/^wiki (\d+)-(\d+)$/, (_, from, to) => `wiki ${text.slice(Number(from), Number(to))}`),
  );
  expect(shown).toEqual(expected);
});
