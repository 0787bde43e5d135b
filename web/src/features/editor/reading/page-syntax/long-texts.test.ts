/** Long texts are read from the editor's parser, to the same as short ones; those that would take minutes end as they were written. */
import fc from 'fast-check';
import type { Element, ElementContent, Root } from 'hast';
import { expect, test } from 'vitest';
import { readableLength } from '../../../../../../markdown/src/kinds/long-text/syntax.ts';
import { renderedTree } from '../rendered-tree.ts';

/** Marks that pair with nothing. */
const MANY_MARKS = '\\!'.repeat(505);

function shown(nodes: Root['children'] | ElementContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text' || node.type === 'raw') return node.value;
      if (node.type !== 'element') return '';
      const { href = '', src = '', title = '', alt = '' } = node.properties;
      return `<${node.tagName} ${href}${src}${title}${alt}>${shown(node.children)}</>`;
    })
    .join('');
}

test('a long text is read as a short one', () => {
  const words = fc.constantFrom(
    ...[
      'a',
      'b ',
      ' ',
      '==c==',
      '$x$',
      '*d*',
      '**e**',
      '**f *g* h**',
      '`i`',
      '`` j ` ``',
      '~~k~~',
      '[^1]',
      '[^no]',
    ],
    ...[
      '[l](m)',
      '[n **o**](</p q> "r &amp; s")',
      '![t](u "v")',
      '![*w*][x]',
      '[x]',
      '[x][]',
      '[y][x]',
      '[none]',
    ],
    ...[
      '\\*',
      '&lt;',
      '<b>',
      '<https://z.example>',
      '<a@b.example>',
      'https://c.example/d_e',
      'www.f.example',
    ],
    ...['[[g]]', '![[h|i]]', '\nz', '\\\nz', ' \nz'],
  );
  const line = fc.array(words, { minLength: 1, maxLength: 8 }).map((all) => all.join(' '));
  const end = '\n\n[^1]: note\n\n[x]: /address';
  fc.assert(
    fc.property(line, fc.constantFrom('', '> ', '- ', '- [ ] '), (text, container) => {
      const rest = container === '' ? '' : container === '> ' ? '> ' : '  ';
      const inBlock = (all: string) => container + all.replaceAll('\n', `\n${rest}`);
      fc.pre(!/^(?:[\s!<=]|\[\^1)/.test(text) && !/\s$|\\$/.test(text));
      const read = (all: string) =>
        shown(renderedTree(inBlock(all) + end).children).replaceAll(/!{3,}/g, '!!!');
      expect(read(`${text}\n${MANY_MARKS}`)).toBe(read(`${text}\n!!!`));
    }),
    { numRuns: 150 },
  );
});

test.each(['==a', '*a_ ', '[a](b) ', '[a](b (', '<!-- '])(
  'of %j over and over, the end is as it was written',
  (piece) => {
    const text = `a${piece.repeat(150_000 / piece.length)}`.trimEnd();
    const [block] = renderedTree(text).children;
    const at = readableLength(text);
    expect(at).toBeLessThan(100_000);
    const { children } = block as Element;
    const note = children.findIndex((node) => node.type === 'element' && node.properties.role === 'note');
    expect(note).toBeGreaterThan(0);
    // Without the text in what a failure says.
    expect(shown(children.slice(note + 1)) === text.slice(at)).toBe(true);
    // Each mark is part of one element at most.
    expect(children.length).toBeLessThan(30_000);
  },
);

test('a line of 200 KB with links and bold words is read to its end', () => {
  const text = 'Some words with a [link](https://example.com/page) and **bold text** here. '.repeat(2700);
  const html = shown(renderedTree(text).children);
  expect(html.match(/<strong >bold text<\/>/g)).toHaveLength(2700);
  expect(html.match(/<a https:\/\/example.com\/page>/g)).toHaveLength(2700);
});
