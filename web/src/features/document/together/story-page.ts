/** A page of all that moves, for generated stories: each block has a name, and says the same as the others. */

export const PAGE = [
  '# b0 tow',
  '',
  'b1 tow end',
  '',
  'b9 tow end',
  '',
  '- [ ] b2 tow end',
  '- [ ] b3 tow end',
  '  - b10 tow end',
  '- [ ] b4 tow end',
  '',
  '| b5 | tow |',
  '| --- | --- |',
  '| b6 | tow end |',
  '| b7 | tow end |',
  '| b8 | tow end |',
  '',
  'b11 tow end',
  '',
].join('\n');

export const LAST_BLOCK = 11;
const ROWS = [6, 7, 8];
const ITEMS = [2, 3, 4];
const PARAGRAPHS = [1, 9, 11];

export function isOf(line: string, block: number): boolean {
  return new RegExp(`\\bb${block}\\b`).test(line);
}

/** Lines that go, and others that come in their place. */
export interface Splice {
  readonly at: number;
  readonly gone: number;
  readonly lines: readonly string[];
}

/** @returns what takes this block to the place of another one of its kind: one step takes it away, one puts it there */
export function splicesOf(text: string, block: number, to: number): Splice[] {
  const kind = [ROWS, ITEMS, PARAGRAPHS].find((blocks) => blocks.includes(block));
  const target = kind?.[to % kind.length] ?? block;
  const lines = text.split('\n');
  const from = lines.findIndex((line) => isOf(line, block));
  if (!kind || target === block || from === -1) return [];
  const isParagraph = kind === PARAGRAPHS;
  // With what is nested under it, or its space.
  const isRest = (line = '') => (isParagraph ? line.trim() !== '' : /^\s+-/.test(line));
  const endOf = (at: number) => {
    let end = at + 1;
    while (isRest(lines[end])) end++;
    return end;
  };
  const moved = lines.slice(from, endOf(from));
  const space = isParagraph ? [''] : [];
  const gone = moved.length + space.length;
  lines.splice(from, gone);
  const at = lines.findIndex((line) => isOf(line, target));
  if (at === -1) return [];
  const isDown = at >= from;
  return [
    { at: from, gone, lines: [] },
    { at: isDown ? endOf(at) : at, gone: 0, lines: isDown ? [...space, ...moved] : [...moved, ...space] },
  ];
}

export function moveBlock(text: string, block: number, to: number): string {
  const lines = text.split('\n');
  for (const { at, gone, lines: news } of splicesOf(text, block, to)) lines.splice(at, gone, ...news);
  return lines.join('\n');
}

/** Whether all rows follow the table's header and its line of dashes. */
export function isTable(text: string): boolean {
  const lines = text.split('\n');
  const rows = lines.flatMap((line, at) => (line.startsWith('|') ? [at] : []));
  const [header = 0] = rows;
  const isDashes = /^\|[-| ]+\|$/.test(lines[header + 1] ?? '');
  return isDashes && isOf(lines[header] ?? '', 5) && rows.every((at, index) => at === header + index);
}
