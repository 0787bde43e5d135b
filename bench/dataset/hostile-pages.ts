/** Texts that somebody might write to freeze a colleague's browser, at most a megabyte each. */

const LENGTH = 256 * 1024;
const over = (piece: string) => piece.repeat(LENGTH / piece.length);
const rows = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index)).join('\n');

export const HOSTILE_PAGES: Readonly<Record<string, string>> = {
  'a short page': 'Words.',
  // To compare with: as long as somebody's words may be.
  'words of 256 KB': over(`${'some words that somebody wrote '.repeat(10)}\n\n`),
  'lists of headings': `${'[TOC]\n\n'.repeat(2000)}${'# a\n'.repeat(20_000)}`,
  footnotes: rows(12_000, (index) => `[^${index}]\n\n[^${index}]: a\n`),
  'links in one text': '[a](b) '.repeat(100_000),
  'highlights without an end': '==a'.repeat(200_000),
  'marks that cross': '*a_ '.repeat(125_000),
  accents: `e${'\u0301'.repeat(300_000)}`,
  'comments without an end': over('a <!-- '),
  items: over('- a\n'),
  callouts: over('> [!NOTE]\n> a\n\n'),
  'rows of a table': `| a | b |\n| - | - |\n${over('| a | b |\n')}`,
  definitions: rows(20_000, (index) => `[${index}]: b`),
  'quotes in quotes': '> '.repeat(2000),
  'lists in lists': rows(500, (depth) => `${' '.repeat(2 * depth)}- a\n`),
  'numbers of one footnote': `${'[^1] '.repeat(20_000)}\n\n[^1]: ${'a '.repeat(50_000)}`,
  'bold without an end': over('**a '),
  'pictures without an end': over('!['),
  paragraphs: over('a\n\n'),
  'lines of code': `\`\`\`\n${over('a\n')}\`\`\``,
  'callouts in callouts': rows(
    300,
    (depth) => `${'> '.repeat(depth + 1)}[!NOTE]\n${'> '.repeat(depth + 1)}a`,
  ),
  'quotes in a long text': rows(100, () => `${'> '.repeat(1000)}a\n`),
  columns: `${rows(2, (index) => '| a '.repeat(5000).replaceAll('a', index === 0 ? 'a' : '-'))}|\n${'| a '.repeat(5000)}|`,
  diagrams: over('```mermaid\ngraph TD\na-->b\n```\n\n'),
  'a long diagram': `\`\`\`mermaid\ngraph TD\n${rows(20_000, (index) => `a${index}-->b`)}\n\`\`\``,
  pictures: rows(10_000, (index) => `![a](/favicon.svg?${index})\n`),
  'pictures in one text': rows(10_000, (index) => `![a](/favicon.svg?${index})`),
  emoji: over('\u{1f600}'),
  'joined emoji': over('\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'),
  'emoji joined without an end': over('\u{1f468}\u200d'),
  'directions without an end': over('\u202ea\u2067b'),
  'wiki links': rows(50_000, (index) => `[[a${index}]] `),
  'wiki links in one text': Array.from({ length: 50_000 }, (_, index) => `[[a${index}]]`).join(' '),
  'front matter': `---\n${rows(20_000, (index) => `a${index}: b`)}\n---\n\na`,
  'uses of footnotes': `${rows(12_000, (index) => `[^${index}]`)}\n\n${rows(12_000, (index) => `[^${index}]: a`)}`,
  'footnotes in footnotes': rows(12_000, (index) => `[^${index}]: a [^${index + 1}]\n`),
  'a line of 100 KB': 'some words [link](https://example.org) and **bold** '.repeat(2000),
  'a line of 200 KB': 'some words [link](https://example.org) and **bold** '.repeat(4000),
  formulas: rows(5000, (index) => `$a^{${index}}$\n`),
  toggles: over('<details><summary>a</summary>\n\na\n\n</details>\n\n'),
  tasks: over('- [ ] a\n'),
  tags: over('<u>a '),
};
