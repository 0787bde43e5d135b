/** Pages of every kind of block, which are the same on every machine. */
import fc from 'fast-check';
import type { CorpusPage } from './read-corpus.ts';

const WORDS = [
  ...['a', 'b ', ' ', 'word', '==a==', '==', '$x$', '$', '5', '**b**', '*c*', '_d_', '~~e~~', '`c`', '``'],
  ...[
    '[^1]',
    '[^none]',
    '[[Guide]]',
    '![[Set up|b]]',
    '[[#Part]]',
    '[l](https://x.example)',
    '[n][ref]',
    '[ref]',
  ],
  ...['![i](https://x.example/a.png)', '![i][ref]', '<https://x.example>', 'www.x.example', 'me@x.example'],
  ...[
    'https://x.example/a_b_c',
    '\\*',
    '\\$',
    '&amp;',
    '&copy;',
    '&#35;',
    '<br>',
    '<b>',
    '</b>',
    '<!-- c -->',
  ],
  ...[
    '  \n',
    '\\\n',
    '\n',
    '.',
    '!',
    '|',
    '===',
    'مرحبا',
    '漢字',
    'e\u0301',
    '[x] ',
    '%%c%%',
    ' ^name',
    '%%',
    'http://localhost:3000/a',
    '[l](/dashboard/pages/none)',
  ],
] as const;

const BLOCKS = [
  ...['# One', '## Two *b*', 'Title\n===', 'Under\n---', '### Three ###', '---', '* * *', '[TOC]', '[[toc]]'],
  ...[
    '> quote\n> more',
    '> [!TIP]\n> text',
    '> [!faq]- A ==title==\n> > [!own-kind|x] $x$\n> > in',
    '> [!NOTE]',
  ],
  ...[
    '- one\n- two',
    '- one\n\n- two',
    '1. one\n2. two',
    '3) three',
    '- [ ] open\n- [x] done',
    '- a\n  - b\n\n    c',
  ],
  ...[
    '```js\nlet a = "<b>";\n```',
    '~~~\ncode\n~~~',
    '    indented\n\n    more',
    '```mermaid\ngraph TD\n```',
    '```',
  ],
  ...['| a | b |\n|:-:|--:|\n| x<br>y | `p \\| q` |', '| a |\n| - |\n| b | c |', 'a | b\n-|-\nc'],
  ...['$$\nx\n$$', '$$x$$', '> $$\n> y\n> $$', '$$a\nb', '- $$\n  z\n  $$'],
  ...[
    '<details><summary>s</summary>',
    '</details>',
    '<details open>\n<summary><b>a</b></summary>\ntext\n</details>',
  ],
  ...['<div>\n*a*\n</div>', '<!-- c\n\nd -->', '<br />', '<x:y a="b">'],
  ...['https://youtu.be/dQw4w9WgXcQ', '<https://vimeo.com/76979871>', '- https://vimeo.com/76979871'],
  ...[
    '![a](/x) ![b](https://x.example/y "c")',
    '![a](/x)\n![b]()\n![](<z>)',
    '![alone](https://x.example/z.png)',
  ],
  ...['[^1]: note\n\n    more', '[^long]: *a* `b`', '[ref]: https://x.example/ref "title"', '[ref]: /other'],
  ...['%%\nremark\n\n# in it\n%%', '%%', '%%all of it%%', '> %%\n> in it\n> %%'],
  ...['---\na: b\ntags: [c, d]\n---', '\n\n', 'עברית', '\tcode', '- [ ] مهمة'],
] as const;

/** @returns as many pages, which differ from each other in what stands beside what */
export function generatedPages(count: number): CorpusPage[] {
  const line = fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 9 })
    .map((words) => words.join(''));
  const block = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...BLOCKS) },
    { weight: 2, arbitrary: line },
    ...['> ', '- ', '1. ', '# ', '> [!WARNING]\n> ', '- [ ] ', '[^1]: '].map((mark) => ({
      weight: 1,
      arbitrary: line.map((text) => mark + text),
    })),
  );
  const page = fc
    .array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n', '\n\n', '\n', '\n\n\n')), {
      minLength: 1,
      maxLength: 8,
    })
    .map((blocks) => blocks.map((parts) => parts.join('')).join(''));
  return fc
    .sample(page, { numRuns: count, seed: 1 })
    .map((text, index) => ({ path: `generated/${String(index).padStart(4, '0')}.md`, text }));
}
