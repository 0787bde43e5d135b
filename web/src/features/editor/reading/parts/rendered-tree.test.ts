/** The elements that a text is read as; those of texts that would take minutes end as they were written. */
import { expect, test } from 'vitest';
import { readableLength } from '../../../../../../markdown/src/kinds/long-text/syntax.ts';
import type { Content, Element } from '../../../../../../markdown/src/read/elements.ts';
import { renderedTree } from './rendered-tree.ts';

/** As HTML, with the attributes that say more than how it looks. */
function html(nodes: readonly Content[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      const { href, src, title, alt } = node.properties;
      const attributes = Object.entries({ href, src, title, alt })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ` ${name}=${value}`);
      return `<${node.tagName}${attributes.join('')}>${html(node.children)}</${node.tagName}>`;
    })
    .join('');
}

const read = (markdown: string) => html(renderedTree(markdown).children);

test.each([
  ['the end of a line ends one', 'a\nb', '<p>a<br></br>\nb</p>'],
  ['the tag of a line break breaks the line in a cell', '| a<br>b |\n| - |', '<th>a<br></br>\nb</th>'],
  ['and is text elsewhere', 'a<br>b', '<p>a<br>b</p>'],
  ['a sign that stands for the end of a line ends one', '| a&#10;b |\n| - |', '<th>a<br></br>\nb</th>'],
  ['tags are shown as they are written', '<div>\n*a*\n</div>', '<div>\n*a*\n</div>'],
  ['a host needs no dot', '(http://localhost:3000/a).', '(<a href=http://localhost:3000/a>'],
  ['a host without a dot has a port or none', 'x http://nas, y', '<a href=http://nas>http://nas</a>, y'],
  ['a host with dots is one', 'https://a-b.example:1/c', '<a href=https://a-b.example:1/c>'],
  ['what begins within a word is no address', 'ahttp://nas', '<p>ahttp://nas</p>'],
  ['a version of a package is no mail address', '@a/b@1.2.3 c@1.2.3', '<p>@a/b@1.2.3 c@1.2.3</p>'],
  ['a link has no other in it', '[https://a.example](/b)', '<p><a href=/b>https://a.example</a></p>'],
  ['the words of a task may begin below its box', '- [ ] \n  a', '<input></input> a</li>'],
  ['a picture has its words and its title', '![a *b*](c "d")', '<img src=c title=d alt=a b></img>'],
])('%s', (_, markdown, expected) => {
  expect(read(markdown)).toContain(expected);
});

test('footnotes lead there and back, as often as they are named', () => {
  expect(read('a[^1] b[^1]\n\n[^1]: c')).toContain(
    '<li><p>c <a href=#user-content-fnref-1>↩</a> <a href=#user-content-fnref-1-2>↩<sup>2</sup></a></p></li>'.replaceAll(
      /(?<=<li>)|(?=<\/li>)/g,
      '\n',
    ),
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
    const rest = children.slice(note + 1);
    expect(html(rest).replaceAll(/<\/?span>/g, '') === text.slice(at)).toBe(true);
    // A browser lays out those in sight.
    expect(rest.length).toBeGreaterThan(10);
    // Each mark is part of one element at most.
    expect(children.length).toBeLessThan(30_000);
  },
);

test.each([
  '==a',
  '*a_ ',
  '[a](b) ',
  '[a](https://b.example/page) ',
  '[[a]] ',
  '`a` ',
  '$a$ ',
  '![',
  '\\\\*',
])('of %j over and over, as much is formatted as a browser draws at once', (piece) => {
  expect(readableLength(piece.repeat(200_000 / piece.length)) / piece.length).toBeLessThan(2100);
});

test('a row of thousands of columns stays as it was written, and one of hundreds is a table', () => {
  const table = (columns: number) => ['a', '-', 'b'].map((cell) => `| ${cell} `.repeat(columns)).join('|\n');
  expect(read(table(5000))).not.toContain('<table>');
  expect(read(table(5000)).match(/\| b/g)).toHaveLength(5000);
  expect(read(table(900)).match(/<t[hd]>/g)).toHaveLength(1800);
});

test('many links among words are all formatted', () => {
  const text = 'See [[Some page]] and [another](https://example.com/another-page) for more of it. '.repeat(
    1500,
  );
  expect(readableLength(text)).toBe(text.length);
});

test('a line of 200 KB with links and bold words is read to its end', () => {
  const text = 'Some words with a [link](https://example.com/page) and **bold text** here. '.repeat(2700);
  const shown = read(text);
  expect(shown.match(/<strong>bold text<\/strong>/g)).toHaveLength(2700);
  expect(shown.match(/<a href=https:\/\/example.com\/page>/g)).toHaveLength(2700);
});
