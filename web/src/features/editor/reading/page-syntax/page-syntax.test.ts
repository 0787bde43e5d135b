import fc from 'fast-check';
import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { calloutOf } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { texOf } from '../../../../../../markdown/src/kinds/formula/tex-of.ts';
import { findToggles } from '../../../../../../markdown/src/kinds/toggle/find-toggles.ts';
import { textOfHtml } from '../../../../../../markdown/src/kinds/toggle/syntax.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { renderedTree } from '../rendered-tree.ts';
import { pageSyntax } from './page-syntax.ts';

/** The steps of the reading view beyond GitHub's Markdown, in order. */
function read(markdown: string): string[] {
  const processor = unified().use(remarkParse).use(remarkGfm).use(pageSyntax(markdown));
  const found: string[] = [];
  const visit = (node: Nodes) => {
    const { hName, hProperties } = node.data ?? {};
    if (hName === 'aside') found.push(`callout ${hProperties?.['data-kind']}`);
    else if (hName === 'mark')
      found.push(`highlight ${node.position?.start.offset}-${node.position?.end.offset}`);
    else if (hName === 'a' && 'value' in node) found.push(`wiki ${node.value}`);
    else if (hName === 'details' && 'children' in node) found.push(`toggle ${wordsOf(node.children[0])}`);
    else if (hName === 'nav') found.push('contents');
    else if ((hName === 'var' || hName === 'figure') && 'value' in node)
      found.push(`${hName === 'var' ? 'formula' : 'block'} ${node.value}`);
    else if (node.type === 'footnoteReference') found.push(`footnote ${node.label}`);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(processor.runSync(processor.parse(markdown)));
  return found;
}

function wordsOf(node: Nodes | undefined): string {
  if (node && 'children' in node) return node.children.map(wordsOf).join('');
  return node && 'value' in node ? node.value : '';
}

/** The same, by the editor's parser. */
function written(markdown: string): string[] {
  const tree = pageLanguage.parser.parse(markdown);
  const slice = (from: number, to: number) => markdown.slice(from, to);
  const toggles = new Map(findToggles(tree, slice).map((pair) => [pair.first.from, pair]));
  const found: string[] = [];
  const isDefined = tree.toString().includes('FootnoteDefinition');
  tree.iterate({
    enter: ({ name, node, from, to }) => {
      if (name === 'Blockquote') {
        const kind = calloutOf(node, slice)?.kind;
        if (kind) found.push(`callout ${kind}`);
      } else if (name === 'Highlight') found.push(`highlight ${from}-${to}`);
      else if (name === 'WikiLink') found.push(`wiki ${slice(from, to)}`);
      else if (name === 'Formula') found.push(`formula ${texOf(node, slice)}`);
      else if (name === 'FormulaBlock') found.push(`block ${texOf(node, slice)}`);
      else if (name === 'Footnote' && isDefined) found.push(`footnote ${slice(from + 2, to - 1)}`);
      else if (name === 'HTMLBlock') {
        const { opening } = toggles.get(from) ?? {};
        if (opening)
          found.push(`toggle ${textOfHtml(slice(from + opening.titleFrom, from + opening.titleTo))}`);
      }
    },
  });
  return found;
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
])('%j is read as %j', (markdown, expected) => {
  expect(read(markdown)).toEqual(expected);
  // A name without a definition is text; the editor's parser leaves that to whoever asks.
  expect(written(markdown).filter((one) => one !== 'footnote none')).toEqual(expected);
});

test('both views agree on what is what', () => {
  // Marks that cross each other, such as `*a ==b* c==`, are no more than letters to one or the other.
  const words = fc.constantFrom(
    ...['a', 'b ', ' ', '==', '== ', ' ==', '$', '$$', '5', '*b*', '**b**', '`', '~~b~~', '[^1]', '\\', '.'],
    ...['$x$', '==c==', '==*c* d==', '[a](b)', '"', '!'],
    ...['[[a]]', '![[a#b|c]]'],
  );
  const line = fc.array(words, { minLength: 1, maxLength: 8 }).map((all) => all.join(''));
  const block = fc.oneof(
    line,
    line.map((text) => `> [!TIP]\n> ${text.replaceAll('\n', '\n> ')}`),
    line.map((text) => `> [!bug]+ A ==title==\n> > [!own]\n> > ${text}`),
    line.map((text) => `- ${text.replaceAll('\n', ' ')}`),
    line.map((text) => `- <details>\n  <summary>a</summary>\n\n  ${text}\n\n  </details>`),
    fc.constantFrom(
      ...['$$\nx\n$$', '$$x$$', '# ==h== $x$', '<details><summary>s</summary>', '</details>', '[TOC]'],
      ...['```\n$$\n==a==\n```', '> q $x$', '| a ==b== | $c$ |\n| --- | --- |\n| d | [^1] |', '---'],
    ),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
      const markdown = `${blocks.join('\n\n')}\n\n[^1]: note`;
      expect(read(markdown).filter((one) => one !== 'contents')).toEqual(written(markdown));
    }),
    { numRuns: 2000 },
  );
});

test('the tag of a line break breaks the line in a cell, and is text elsewhere', () => {
  const breaks = (markdown: string) =>
    JSON.stringify(renderedTree(markdown)).split('"tagName":"br"').length - 1;
  expect(breaks('| a |\n| - |\n| b<br>c **d<BR />e** `<br>` |')).toBe(2);
  expect(breaks('a<br>b\n\n- c<br>d')).toBe(0);
});
