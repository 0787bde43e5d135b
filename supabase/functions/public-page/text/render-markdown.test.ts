/** Texts that take a reader of Markdown hours are shown as they were written; others are read. */
import { expect, test } from 'vitest';
import { renderMarkdown, saidKey, saidLinks } from './render-markdown.ts';

const SITE = 'https://docs.example.com';
// As long as a text may be that is read as Markdown at all.
const LENGTH = 256 * 1024;

const NO_LINKS = { open: new Set<string>(), titles: new Map<string, string>(), tree: [] };

async function render(content: string, longestWorkMs?: number): Promise<string> {
  return (await renderMarkdown(content, SITE, NO_LINKS, undefined, longestWorkMs)).html;
}

// However quick the machine is, and the reader: each takes longer.
const SHORT_WORK_MS = 0;

test.each(['![', '[', '*[', '[*', '[^', '[![', '[`', '[a\\](', '**a '])(
  '%s, over and over',
  async (opener) => {
    const content = opener.repeat(Math.ceil(LENGTH / opener.length)).slice(0, LENGTH);
    const html = await render(content, SHORT_WORK_MS);
    expect(html).toMatch(/^<pre>.+<\/pre>\n$/s);
    expect(html).toContain(opener);
  },
);

test('a text that is shown as it was written has no comment either', async () => {
  const pieces = [
    '%%secret%%',
    'a %%secret%% b',
    '> %%\n> secret\n> %%',
    '- %%\n  secret\n  %%',
    '%%\r\nsecret\r\n\r\n%%',
  ];
  const html = await render(`${pieces.join('\n\n')}\n\nshown\n\n${'a '.repeat(LENGTH / 2)}\n\n%%\nsecret`);
  expect(html).toContain('\nshown\n');
  expect(html).not.toContain('secret');
});

test('a page after one that took too long is read', async () => {
  await render('!['.repeat(LENGTH / 2));
  expect(await render('*a*')).toBe('<p><em>a</em></p>\n');
});

test('a text that many people write is read, at any length', async () => {
  const paragraph = '## A\n\nSome *words*, a [link](https://example.com).\n\n- one\n- two\n\n';
  expect(await render(paragraph.repeat(1000))).toMatch(
    /^<div class="part"><h3 id="a">A<\/h3>\n<div class="lines-1"><\/div>\n<p>Some <em>words<\/em>/,
  );
});

test('code has the colours of its language, and stays text', async () => {
  const html = await render('```ts\nconst a = "<b>"; // &\n```\n\n~~~<x>"y\n<i>\n~~~\n\n    indented');
  expect(html).toContain('<p>TypeScript</p>');
  expect(html).toContain('<span class="tok-keyword">const</span>');
  expect(html).toContain('<span class="tok-string">&quot;&lt;b&gt;&quot;</span>');
  expect(html).toContain('<span class="tok-comment">// &amp;</span>');
  expect(html).toContain('<p>&lt;x&gt;&quot;y</p><pre><code>&lt;i&gt;</code></pre>');
  expect(html).toContain('<p>Plain text</p><pre><code>indented</code></pre>');
});

test('a link that says a former title of its page says the present one', async () => {
  const id = '6fa1b9a2-31c5-4b1c-9c3e-0d8c7d3b2a10';
  const content = [
    `[Plan \\[A\\]](/dashboard/pages/${id}#part) [**Plan**](/p/${id})`,
    `[see](${SITE}/dashboard/pages/${id.toUpperCase()}) [Plan](https://example.com/p/${id})`,
  ].join('\n');
  expect(saidLinks(content).map(saidKey)).toEqual([
    `${id} Plan [A]`,
    `${id} **Plan**`,
    `${id} see`,
    `${id} Plan`,
  ]);
  const titles = new Map([
    [saidKey({ id, said: 'Plan [A]' }), '<b>Plan B'],
    [saidKey({ id, said: 'Plan' }), 'Wrong'],
  ]);
  const { html } = await renderMarkdown(content, SITE, { ...NO_LINKS, open: new Set([id]), titles });
  expect(html).toContain(`<a href="/p/${id}#part">&lt;b&gt;Plan B</a>`);
  expect(html).toContain(`<a href="/p/${id}"><strong>Plan</strong></a>`);
  expect(html).toContain(`<a href="/p/${id}">see</a>`);
  expect(html).not.toContain('Wrong');
  const closed = await renderMarkdown(content, SITE, { ...NO_LINKS, titles });
  expect(closed.html).not.toMatch(/Plan B|href="\/p/);
});

test('lines end, and blank ones have room, as they are written', async () => {
  const html = await render(
    'a\nb\n\n\nc\n\n- one\n\n- two\n- three\n\n> d\n>\n> e\n\n[^1]\n\n[^1]: f\n\n    g',
  );
  expect(html.replaceAll('\n', '')).toMatch(
    new RegExp(
      '^<p>a<br>b</p><div class="lines-2"></div><p>c</p><div class="lines-1"></div>' +
        '<ul><li><p>one</p></li><li class="after-1"><p>two</p></li><li><p>three</p></li></ul><div class="lines-1"></div>' +
        '<blockquote><p>d</p><div class="lines-1"></div><p>e</p></blockquote>',
    ),
  );
  expect(html.slice(html.indexOf('<section'))).not.toContain('lines-');
});

// In time, each: what counts is how much is drawn.
test.each([
  ['lists of headings', `${'[TOC]\n\n'.repeat(2000)}${'# a\n'.repeat(20_000)}`],
  ['footnotes', Array.from({ length: 9000 }, (_, n) => `[^${n}]\n\n[^${n}]: a\n`).join('\n')],
  ['numbers of a long footnote', `${'[^1] '.repeat(20_000)}\n\n[^1]: ${'a '.repeat(50_000)}`],
])('a page with thousands of %s ends', async (_name, content) => {
  const html = await render(content.slice(0, LENGTH), 60_000);
  expect(html.length).toBeLessThan(8 * 1024 * 1024);
});

test('a cell has its line breaks, and blocks have their direction', async () => {
  const html = await render(
    '| a | b |\n| - | - |\n| x<br>y<BR /> `<br>` | خلية |\n\n- [x] مهمة\n  - in\n\nعربي',
  );
  expect(html).toContain('<td>x<br>\ny<br>\n <code>&lt;br&gt;</code></td>');
  expect(html).toContain('<td dir="rtl">خلية</td>');
  expect(html).toMatch(/<ul dir="rtl">\n<li class="task">/);
  expect(html).toMatch(/<ul dir="ltr">\n<li>in/);
  expect(html).toContain('<p dir="rtl">عربي</p>');
});

test.each([
  ['letters of two scripts in turn', 'a\u05d0'.repeat(60_000), ''],
  ['directions without an end', '\u202ea\u2067b'.repeat(30_000), ''],
  ['directions in code', `\`\`\`\n${'\u202ea\u2067b\n'.repeat(10_000)}\`\`\``, 'Plain text'],
  ['a line of code', `\`${'a\u05d0'.repeat(10_000)}\``, ''],
  ['lines that are no properties', `---\n- ${'a\u05d0'.repeat(10_000)}\n---`, ''],
  ['emoji', '😀'.repeat(60_000), ''],
])(
  'a browser lays out %s on a public page piece by piece, with no letter lost',
  async (_name, text, label) => {
    const html = await render(text);
    const longest = Math.max(...html.split(/<[^>]*>/).map((piece) => piece.length));
    expect(longest).toBeLessThanOrEqual(4000);
    expect(html.isWellFormed()).toBe(true);
    const letters = (some: string) => some.replaceAll(/<[^>]*>|[\s\u0060-]/g, '');
    expect(letters(html)).toBe(letters(label) + letters(text));
  },
);

test('a long public page is laid out part by part, and no other one', async () => {
  const callout = '> [!NOTE]\n> a\n\n';
  expect(await render(callout.repeat(400))).not.toContain('class="part"');
  const html = await render(`${callout.repeat(1000)}# End`);
  expect(html.match(/<div class="part">/g)).toHaveLength(11);
  expect(html).toMatch(/<div class="part">.*<h2 id="end">End<\/h2>\n<\/div>\n$/s);
  expect(html.replaceAll(/<[^>]*>|\s/g, '')).toBe(`${'Notea'.repeat(1000)}End`);

  const notes = await render(
    `${'[^0]'}${Array.from({ length: 401 }, (_, index) => `[^${index}]`).join('')}\n\n${Array.from({ length: 401 }, (_, index) => `[^${index}]: a\n`).join('')}`,
  );
  expect([...notes.matchAll(/<ol[^>]*>/g)].join()).toBe(
    '<ol class="part">,<ol class="part" start="201">,<ol class="part" start="401">',
  );
  const properties = `---\n${Array.from({ length: 401 }, (_, index) => `a${index}: b\n`).join('')}---`;
  expect((await render(properties)).match(/<dl class="properties part">/g)).toHaveLength(3);
});
