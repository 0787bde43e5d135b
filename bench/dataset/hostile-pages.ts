/** Texts that somebody might write to freeze a colleague's browser, at most a megabyte each. */

const LENGTH = 256 * 1024;
const over = (piece: string) => piece.repeat(LENGTH / piece.length);
const rows = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index)).join('\n');

export const HOSTILE_PAGES: Readonly<Record<string, string>> = {
  'a short page': 'Words.',
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
};
