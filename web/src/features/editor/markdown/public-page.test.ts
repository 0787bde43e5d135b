/** A public page has what the editor's parser finds in the text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CALLOUT_KINDS,
  CALLOUTS,
  calloutOf,
  readCallout,
} from '../../../../../markdown/src/kinds/callout/syntax.ts';
import { embedIn } from '../../../../../markdown/src/kinds/embed/syntax.ts';
import { readProperties } from '../../../../../markdown/src/kinds/front-matter/properties.ts';
import { PLAIN_REST } from '../../../../../markdown/src/kinds/long-text/plain-rest.ts';
import { readableLength } from '../../../../../markdown/src/kinds/long-text/syntax.ts';
import { findToggles } from '../../../../../markdown/src/kinds/toggle/find-toggles.ts';
import { textOfHtml } from '../../../../../markdown/src/kinds/toggle/syntax.ts';
import type { Content, Root } from '../../../../../markdown/src/read/elements.ts';
import { withFewAccents } from '../../../../../markdown/src/text/accents.ts';
import { slug } from '../../../../../markdown/src/text/slug.ts';
import {
  type LinkedPages,
  renderMarkdown,
} from '../../../../../supabase/functions/public-page/text/render-markdown.ts';
import { renderedTree } from '../reading/parts/rendered-tree.ts';
import { directionAt } from '../writing-aids/directions/line-directions.ts';
import { pageLanguage } from './page-language.ts';
import { parsedState } from './parsed-state.ts';
import { pictureRow } from './picture-row.ts';

// The work of other tests in this process counts, too, and none of these is about time.
const LONGEST_WORK_MS = 60_000;

const render = async (markdown: string, tree: LinkedPages['tree'] = []) => {
  const linked = { open: new Set<string>(), titles: new Map<string, string>(), tree };
  return (await renderMarkdown(markdown, 'https://docs.example.com', linked, undefined, LONGEST_WORK_MS))
    .html;
};

/** How often it has each kind. */
function shown(html: string) {
  const count = (what: RegExp) => html.match(what)?.length ?? 0;
  return {
    callouts: count(/<(?:div|details) class="callout/g),
    toggles: count(/<details(?: dir="\w+")?(?: open)?>/g),
    highlights: count(/<mark>/g),
    formulas: count(/<math|class="problem"/g),
    footnotes: count(/<sup class="footnote-ref">/g),
    cards: count(/<p class="embed">/g),
    rows: count(/<div class="pictures">/g),
    wikiLinks: count(/href="\/p\/a"/g),
  };
}

function written(markdown: string) {
  const tree = pageLanguage.parser.parse(markdown);
  const slice = (from: number, to: number) => markdown.slice(from, to);
  const found = {
    callouts: 0,
    toggles: 0,
    highlights: 0,
    formulas: 0,
    footnotes: 0,
    cards: 0,
    rows: 0,
    wikiLinks: 0,
  };
  found.toggles = findToggles(tree, slice).length;
  tree.iterate({
    enter: ({ name, node }) => {
      if (name === 'Blockquote' && calloutOf(node, slice)) found.callouts++;
      else if (name === 'Highlight') found.highlights++;
      else if (name === 'WikiLink') found.wikiLinks++;
      else if (name === 'Formula' || name === 'FormulaBlock') found.formulas++;
      else if (name === 'Footnote') found.footnotes++;
      else if (name === 'Paragraph' && node.parent?.type.isTop) {
        if (embedIn(slice(node.from, node.to))) found.cards++;
        else if (pictureRow(node, slice)) found.rows++;
      }
    },
  });
  return found;
}

test('a public page has the same of each kind', async () => {
  const word = fc.constantFrom(
    ...[
      'a',
      'b ',
      ' ',
      '==a==',
      '==',
      '$x$',
      '$',
      '5',
      '**b**',
      '`c`',
      '[^1]',
      '[[A]]',
      '![[a|b]]',
      '[[a]](c)',
      '$5 and $6',
      '\\$',
      '.',
      '=== ',
    ],
  );
  const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(''));
  const block = fc.oneof(
    line,
    line.map((text) => `> [!TIP]\n> ${text}`),
    line.map((text) => `> [!faq]- A ==title==\n> > [!own-kind|x] $x$\n> > ${text}`),
    line.map((text) => `- ${text}`),
    line.map((text) => `- <details>\n  <summary>a</summary>\n\n  ${text}\n\n  </details>`),
    fc.constantFrom(
      ...[
        '$$\nx\n$$',
        '> $$\n> y\n> $$',
        '$$x$$',
        '# ==h== $x$',
        '<details><summary>s</summary>',
        '</details>',
      ],
      ...[
        '```\n$$\n==a==\n```',
        'https://youtu.be/dQw4w9WgXcQ',
        '<https://vimeo.com/76979871>',
        '- https://vimeo.com/76979871',
        'https://youtu.be/dQw4w9WgXcQ b',
        '![a](/x) ![b](https://x.example/y "c")',
        '![a](/x)\n![b]()\n![](<z>)',
        '![a](/x) ![b](/y) d',
        '![a](/x)',
        '> [!NOTE]',
        '> [!NOTE] no',
        '<details>\n<summary>a</summary>\ntext\n</details>',
      ],
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 5 }), async (blocks) => {
      const markdown = `${blocks.join('\n\n')}\n\n[^1]: note`;
      expect(shown(await render(markdown, [{ id: 'a', parent_id: null, name: 'A' }]))).toEqual(
        written(markdown),
      );
    }),
    { numRuns: 1000 },
  );
});

const PIECES = /<span class="piece">|<\/span>/g;
const words = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test('a callout has the same kind, title and fold on a public page', async () => {
  const kinds = [...CALLOUT_KINDS, ...['FAQ', 'tldr', 'cite', 'check', 'constructor', 'my-own_kind']];
  for (const kind of kinds) {
    for (const [sign, title] of [
      ['', ''],
      ['-', 'A *title*'],
      ['+', ''],
    ]) {
      const line = `> [!${kind}]${sign} ${title}`;
      const mark = readCallout(line);
      const html = await render(`${line}\n> Text`);
      expect(html).toContain(` class="callout ${CALLOUTS[mark?.kind ?? 'note'].look}"`);
      expect(words(html), line).toBe(`${title === '' ? mark?.name : 'A title'} Text`);
      expect(html.includes('<details')).toBe(mark?.fold !== undefined);
      expect(html.includes(' open>')).toBe(mark?.fold === 'open');
    }
  }
});

test('a wiki link on a public page leads to a page that is shared with it, and to no other', async () => {
  const tree = [
    { id: 'a', parent_id: null, name: 'Guide' },
    { id: 'b', parent_id: 'a', name: 'Set <up>' },
    { id: 'c', parent_id: 'a', name: 'Notes' },
    { id: 'd', parent_id: 'b', name: 'notes' },
  ];
  const shown = async (source: string) => (await render(source, tree)).replaceAll(/<\/?p>|\n/g, '');
  expect(await shown('[[guide]]')).toBe('<a href="/p/a">Guide</a>');
  expect(await shown('[[Set <up>#First *steps*]]')).toBe(
    '<a href="/p/b#first-steps">Set &lt;up&gt; › First *steps*</a>',
  );
  expect(await shown('[[Guide]]: it')).toBe('<a href="/p/a">Guide</a>: it');
  expect(await shown('![[Guide|<b>]]')).toBe('<a class="page-embed" href="/p/a">&lt;b&gt;</a>');
  expect(await shown('[[#There]]')).toBe('<a href="#there">There</a>');
  expect(await shown('[[Notes]] [[Set <up>/Notes]]')).toBe('Notes <a href="/p/d">notes</a>');
  expect(await shown('[[Secret|it]] [[javascript:alert(1)]]')).toBe('it javascript:alert(1)');
  expect(await shown('`[[Guide]]` [[1]](https://x.example) [[TOC]] \\[[Guide]]')).not.toContain('/p/');
});

test('front matter on a public page is the same table of properties, and no markup', async () => {
  const front = `---\n# no\ntitle: "<b>A"  # no\ntags: [one, 'it''s']\nlist:\n- x\ndone: True\nnone: ~\nraw: {a: <i>}\n---`;
  const read = readProperties(front);
  const expected = read && 'properties' in read ? read.properties : [];
  const html = await render(`${front}\n\nText`);
  expect([...html.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name]) => name)).toEqual(
    expected.map(({ name }) => name),
  );
  expect(words(html)).toBe('title &lt;b&gt;A tags one it&#39;s list x done Yes none raw {a: &lt;i&gt;} Text');
  expect(await render('---\na: b\nno yaml <b>\n---\nText')).toBe(
    '<pre>---\na: b\nno yaml &lt;b&gt;\n---</pre>\n<p>Text</p>\n',
  );
  expect(await render('---\n\nText\n\n---\n')).toContain('<hr>\n');
});

test('a toggle on a public page is written anew, and a summary is words', async () => {
  const html = await render(
    '<details onclick="x"><summary>a</summary>\n\n<details>\n<summary><b onclick="x">A</b> &lt;i&gt;</summary>\n\n==b==\n\n</details>',
  );
  expect(html).toContain('<details>\n<summary>A &lt;i&gt;</summary>\n<p><mark>b</mark></p>\n</details>');
  expect(html).not.toMatch(/<details onclick|<b /);
  expect(textOfHtml('<b onclick="x">A</b> &lt;i&gt;')).toBe('A <i>');
});

test('a formula on a public page is MathML without styles, and one with a fault says so', async () => {
  const html = await render('$\\href{javascript:alert(1)}{x}$ $\\frac{1}{2}$ $\\frac{$');
  expect(html).toContain('<mfrac>');
  expect(html).not.toMatch(/javascript:alert\(1\)"/);
  expect(html).toContain('This formula has a fault.');
  expect(await render('a\n$$b\n# c\n- d\n\n- e')).toBe(
    '<p>a</p>\n<p>$$b<br>\n# c<br>\n- d</p>\n<div class="lines-1"></div>\n<ul>\n<li>e</li>\n</ul>\n',
  );
});

test('the table of contents of a public page leads to its headings', async () => {
  expect(await render('[TOC]\n\n# One\n\n## Two *b*')).toContain(
    '<ul>\n<li class="depth-0"><a href="#one">One</a></li>\n<li class="depth-1"><a href="#two-b">Two b</a></li>\n</ul>',
  );
});

test('a public page knows the same players, and shows them as links to open', async () => {
  expect(await render('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1')).toBe(
    '<p class="embed">\n<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=1" rel="noopener noreferrer nofollow ugc"><b>YouTube</b> <span>youtube.com/watch?v=dQw4w9WgXcQ&amp;t=1</span></a></p>\n',
  );
  expect(await render('https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ')).not.toContain('embed');
});

test('pictures side by side on a public page are links in a row, by their captions', async () => {
  const html = await render('![A](https://x.example/a.png) ![B](https://x.example/b.png "<Second>")');
  expect(html).toContain('<div class="pictures"><a class="image" href="https://x.example/a.png"');
  expect(html).toContain('>&lt;Second&gt;</a></div>');
});

test('a footnote on a public page says what it says at its number, too', async () => {
  expect(await render('A[^1].\n\n[^1]: Said *"there"* <b>.')).toContain(
    '<a title="Said &quot;there&quot; &lt;b&gt;." href="#fn1"',
  );
});

test('a text on a public page ends to be formatted where it does in the app', async () => {
  for (const piece of ['==a', '*a_ ', '[a](https://b.example) ', '[a](b (', 'x <!-- ', '`c` ']) {
    const text = `a${piece.repeat(Math.floor(200_000 / piece.length))}`.trimEnd();
    const html = await render(text);
    const rest = html.slice(html.indexOf(PLAIN_REST) + PLAIN_REST.length).replaceAll(PIECES, '');
    expect(words(rest).length, piece).toBe(
      words(text.slice(readableLength(text)).replaceAll('<', '&lt;')).length,
    );
  }
  expect(withFewAccents(`a${'\u0301'.repeat(300_000)}`)).toHaveLength(1 + 32 + '… more accents'.length);
});

test('a heading on a public page has the name that the app gives it, and no address of a link in it', async () => {
  const id = '6fa1b9a2-31c5-4b1c-9c3e-0d8c7d3b2a10';
  const headings = [
    `[Plan](/dashboard/pages/${id}) *now*`,
    'a - b',
    '__c__ `d_e` \\*',
    '!!!',
    'قائمة é',
    '[[F|g]] $x$',
    `[a [b]](/dashboard/pages/${id})`,
    `![\`c]\`](/files/${id.toUpperCase()}/n.png)`,
    `[d](/dashboard/pages/${id}(1)${id})`,
  ];
  const html = await render(headings.map((heading) => `# ${heading}`).join('\n\n'));
  expect([...html.matchAll(/ id="([^"]*)"/g)].map(([, name]) => name)).toEqual(
    headings.map((heading) => slug(heading) || 'heading'),
  );
  expect(html.toLowerCase()).not.toContain(id);
  expect(slug(`See ${id}`)).toBe('see');
});

/** The texts of a page that is read, each with its direction. */
function directions(node: Content | Root, around = 'ltr'): string[] {
  if (node.type === 'text') return node.value.trim() === '' ? [] : [`${around} ${node.value.trim()}`];
  const own = node.type === 'element' ? String(node.properties.dir ?? around) : around;
  return node.children.flatMap((child) => directions(child, own));
}

function publicDirections(html: string): string[] {
  const around = ['ltr'];
  return [...html.matchAll(/<(\/?)(\w+)([^>]*)>|([^<]+)/g)].flatMap(
    ([, end, tag, attributes = '', text = '']) => {
      if (text.trim() !== '') return `${around.at(-1)} ${text.trim()}`;
      if (tag === undefined || /^(?:br|input|path|circle)$/.test(tag)) return [];
      if (end) around.pop();
      else around.push(/ dir="(\w+)"/.exec(attributes)?.[1] ?? String(around.at(-1)));
      return [];
    },
  );
}

/** The lines of the page while it is written, each as the words of the two others. */
function writtenDirections(markdown: string, expected: readonly string[]): string[] {
  const state = parsedState({ doc: markdown, extensions: pageLanguage });
  return expected.map((each) => {
    const words = each.slice(4);
    if (markdown.startsWith('---')) return each;
    const line = Array.from({ length: state.doc.lines }, (_, index) => state.doc.line(index + 1)).find(
      ({ text }) => text.replaceAll(/<\/?\w+>/g, '').includes(words) && !text.includes('|'),
    );
    // Cells and properties have their own way, and the name of a callout's kind is not in the text.
    return line ? `${directionAt(state, line) ?? 'ltr'} ${words}` : each;
  });
}

test.each([
  ['שלום\n\na', ['rtl שלום', 'ltr a']],
  ['# אב\n\n## 12', ['rtl אב', 'ltr 12']],
  ['- אב\n- a\n- 12', ['rtl אב', 'ltr a', 'rtl 12']],
  ['- 12\n- אב\n  1. a', ['rtl 12', 'rtl אב', 'ltr a']],
  ['- אב\n  - גד\n    - a', ['rtl אב', 'rtl גד', 'ltr a']],
  ['> אב\n>\n> a', ['rtl אב', 'ltr a']],
  ['> [!NOTE]\n> אב', ['rtl Note', 'rtl אב']],
  ['> [!tip] אב\n> a', ['rtl אב', 'ltr a']],
  ['> [!tip]- a\n> אב', ['ltr a', 'rtl אב']],
  ['<details>\n<summary>אב</summary>\n\na\n\nגד\n\n</details>\n\nb', ['rtl אב', 'ltr a', 'rtl גד', 'ltr b']],
  ['- [x] אב\n- [ ] a', ['rtl אב', 'ltr a']],
  ['a\n\n- \n\nאב', ['ltr a', 'rtl אב']],
  // Lines of one text.
  ['a b\nאב\nc', ['ltr a b', 'rtl אב', 'ltr c']],
  ['- אב\n  a', ['rtl אב', 'ltr a']],
  ['> אב\n> a', ['rtl אב', 'ltr a']],
  ['אב\n12', ['rtl אב', 'rtl 12']],
  // Letters apart from a text say nothing of it.
  ['`a` אב', ['rtl a', 'rtl אב']],
  ['https://a.example אב', ['rtl https://a.example', 'rtl אב']],
  ['<https://a.example> אב', ['rtl https://a.example', 'rtl אב']],
  ['[a](https://a.example) אב', ['ltr a', 'ltr אב']],
  ['\u2066a\u2069 אב', ['rtl \u2066a\u2069 אב']],
  // A table goes as its first letter, a cell as its own.
  ['| אב | b |\n| :- | -: |\n| a | 12 |', ['rtl אב', 'ltr b', 'ltr a', 'rtl 12']],
  ['| a | אב |\n| :- | -: |\n| 12 | גד |', ['ltr a', 'rtl אב', 'ltr 12', 'rtl גד']],
  ['| 1 | 2 |\n| - | - |\n| 3 | אב |', ['rtl 1', 'rtl 2', 'rtl 3', 'rtl אב']],
  ['| a | b |\n| - | - |\n| c<br>אב | d |', ['ltr a', 'ltr b', 'ltr c', 'rtl אב', 'ltr d']],
  ['---\nb: אב\nשם: d\n---\n\nc', ['ltr b', 'rtl אב', 'rtl שם', 'ltr d', 'ltr c']],
])('%j goes the same ways in the app and on a public page', async (markdown, expected) => {
  expect(directions(renderedTree(markdown))).toEqual(expected);
  expect(publicDirections(await render(markdown))).toEqual(expected);
  expect(writtenDirections(markdown, expected)).toEqual(expected);
});

test('footnotes of a public page go their own ways', async () => {
  const html = await render('a[^1] b[^2]\n\n[^1]: אב\n[^2]: c');
  expect(html).toContain('<li id="fn1" dir="rtl" class="footnote-item"><p>אב');
  expect(html).toContain('<li id="fn2" class="footnote-item"><p>c');
});

test('a public page has no style of its own in any element, which its policy refuses', async () => {
  const markdown = '[TOC]\n\n| a |\n| -: |\n| b |\n\n- [ ] c\n\n> [!tip] d\n> e\n\n$f$\n\n![g](h.png)';
  expect(await render(markdown)).not.toMatch(/<[^>]* style=/);
});

test.each([
  ['a', ['left', 'right', 'center']],
  ['אב', ['right', 'left', 'center']],
])('sides of columns are those of a table that begins with %j', async (first, shown) => {
  const markdown = `| ${first} | b | c |\n| :- | -: | :-: |\n| אב | d | e |`;
  const html = await render(markdown);
  expect([...html.matchAll(/<t[hd] class="(\w+)"/g)].map(([, side]) => side)).toEqual([
    ...['start', 'end', 'center'],
    ...['start', 'end', 'center'],
  ]);
  const tree = JSON.stringify(renderedTree(markdown));
  expect([...tree.matchAll(/"align":"(\w+)"/g)].map(([, side]) => side)).toEqual([...shown, ...shown]);
});
