/** Stories of keys over every kind of block, and what has to hold after each key: no mark became a word, and no word a mark. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect } from 'vitest';
import { togglesOf } from '../view/toggle-state.ts';

const KEYS = [
  ...['Home', 'End', 'Shift+Home', 'Shift+End', 'Backspace', 'Delete', 'Control+Backspace', 'Control+Delete'],
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].flatMap((key) => [key, `Shift+${key}`]),
  ...['Control+ArrowLeft', 'Control+ArrowRight', 'Control+Shift+ArrowLeft', 'Control+Shift+ArrowRight'],
  ...[
    'Enter',
    'Shift+Enter',
    'x',
    'x',
    'Cut',
    'Select line',
    'Select word',
    'Shift+Backspace',
    'Tab',
    'Shift+Tab',
  ],
];

const WORDS = ['abc', 'de', 'fgh', '+ i', '7) j', 'k'];
const FORMATS = ['**abc de**', '*fgh*', '`k abc`', '~~de~~', '==abc k==', '***abc***', '**de *k* fgh**'];
const LINK = '[de k](/f)';
/** In code, marks would be words. */
const plain = (line: string) => line.replaceAll(/[*`~=[\]]|\(\/f\)/g, '');
const kinds = (line: string, other: string): readonly string[] => [
  line,
  `${line}\n${other}`,
  `# ${line}`,
  `### ${line}`,
  `- ${line}`,
  `- ${line}\n- [x] ${other}`,
  `- [ ] ${line}\n- [ ] ${other}`,
  `1. ${line}\n2. ${other}`,
  `3. ${line}\n   - ${other}\n   - ${line}`,
  `- ${line}\n\n  ${other}`,
  `- ${line}\n  - [ ] ${other}\n    1. ${line}`,
  `> ${line}\n> ${other}`,
  `> ${line}\n> > ${other}`,
  `> - ${line}\n> - ${other}`,
  `> [!NOTE] ${line}\n> ${other}`,
  `- > ${line}\n  > ${other}`,
  `\`\`\`\n${plain(line)}\n${plain(other)}\n\`\`\``,
  `- \`\`\`\n  ${plain(line)}\n  ${plain(other)}\n  \`\`\``,
  `| ${line} | ${other} |\n| --- | --- |\n| ${other} | ${line} |`,
  '---',
  `${line}\n===`,
  `$$\n${plain(line)}\n$$`,
  `[^1]: ${line}\n[^2]: ${other}`,
  `<details>\n<summary>w abc</summary>\n\n${line}\n\n</details>`,
  `- ${other}\n- <details>\n  <summary>w abc</summary>\n\n  ${line}\n\n  </details>\n- ${other}`,
];
const MARKS = new Set([
  ...[
    'QuoteMark',
    'ListMark',
    'TaskMarker',
    'HeaderMark',
    'CodeMark',
    'HorizontalRule',
    'TableDelimiter',
    'HTMLTag',
    'FormulaMark',
    'FootnoteMark',
    'FootnoteLabel',
    'FrontMatter',
    'EmphasisMark',
    'StrikethroughMark',
    'HighlightMark',
    'LinkMark',
    'URL',
  ],
]);

const isToggle = (state: EditorState, from: number, to: number) =>
  togglesOf(state).some((toggle) => from === toggle.from || to === toggle.to);

/** @returns the page's words, sign by sign, as the parser reads them */
function wordsOf(state: EditorState): string {
  const doc = state.doc.toString();
  const isMark = new Uint8Array(doc.length);
  const isCode = new Uint8Array(doc.length);
  syntaxTree(state).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'FencedCode' || name === 'FormulaBlock') isCode.fill(1, from, to);
      if (MARKS.has(name)) isMark.fill(1, from, to);
      else if (name === 'HTMLBlock' && isToggle(state, from, to))
        for (const { index, 0: tag } of doc.slice(from, to).matchAll(/<[^>]*>/g))
          isMark.fill(1, from + index, from + index + tag.length);
      else if (name === 'Escape') isMark[from] = 1;
      else if (name === 'Blockquote') {
        const callout = /^>\s*(\[!NOTE\])(?=\s|$)/.exec(doc.slice(from, to))?.[0];
        if (callout) isMark.fill(1, from, from + callout.length);
      }
    },
  });
  // An item without a word, right below a text, is none for Markdown until there is one.
  for (const { index, 0: mark } of doc.matchAll(/^[ >]*(?:[-+]|\d[.)])[ ]+(?:\[[ x]\][ ]*)?$/gm))
    if (!isCode[index]) isMark.fill(1, index, index + mark.length);
  // Nor is a formula while it has an empty line.
  for (const { index } of doc.matchAll(/^\$\$$/gm)) isMark.fill(1, index, index + 2);
  return [...doc].filter((sign, at) => !isMark[at] && /\S/.test(sign)).join('');
}

function isPartOf(part: string, whole: string): boolean {
  let at = 0;
  for (const sign of part) {
    at = whole.indexOf(sign, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** A page, where the caret is, and the keys. */
export type Story = readonly [string, number, readonly string[]];

/** Whatever is written in. */
export interface Written {
  readonly state: EditorState;
  open(page: string): void;
  /** @param isPointed as by a click */
  select(at: number, isPointed: boolean): void;
  press(key: string): void;
  /** Whether the rest of a story needs more than it has. */
  isOver?(doc: string): boolean;
}

export function play(editor: Written, page: string, at: number, keys: readonly string[]): void {
  editor.open(page);
  editor.select(page.length, false);
  editor.select(at % (page.length + 1), true);
  for (const key of keys) {
    const before = wordsOf(editor.state);
    const was = shown(editor.state);
    editor.press(key);
    const after = wordsOf(editor.state);
    const doc = editor.state.doc.toString();
    // A formula with an empty line in it is none, but for the last.
    if (/^\$\$.*\n(?:.+\n)*\n(?!\$\$$)/m.test(doc) || editor.isOver?.(doc)) return;
    const says = `${key} on ${JSON.stringify(was)} made ${JSON.stringify(shown(editor.state))}`;
    expect(after.replaceAll(/[a-kwx+7)]/g, ''), says).toBe('');
    expect(isPartOf(after.replaceAll('x', ''), before.replaceAll('x', '')), says).toBe(true);
    // The seventh item has its number by counting.
    const signs = (text: string) => (text.match(/\+|7(?!\.)/g) ?? []).length;
    expect(signs(doc), says).toBe(signs(after));
  }
}

function shown({ doc, selection }: EditorState): string {
  const { from, to, empty } = selection.main;
  const [before, inside, after] = [doc.sliceString(0, from), doc.sliceString(from, to), doc.sliceString(to)];
  return empty ? `${before}‸${after}` : `${before}‹${inside}›${after}`;
}

/** @param hasLinks the marks of links are kept by an editor with a window alone */
export function storiesOf(hasLinks: boolean): fc.Arbitrary<Story> {
  const words = fc
    .array(fc.constantFrom(...WORDS, ...FORMATS, ...(hasLinks ? [LINK] : [])), { minLength: 1, maxLength: 3 })
    // Signs that begin a block stand behind a word here.
    .map((parts) => ['w', ...parts].join(' '));
  const block = fc.tuple(words, words, fc.nat()).map(([line, other, kind]) => {
    const all = kinds(line, other);
    return all[kind % all.length] ?? line;
  });
  const pages = fc
    .tuple(fc.nat(9), fc.array(block, { minLength: 1, maxLength: 4 }))
    .map(([head, blocks]) => `${head === 9 ? '---\na: b\n---\n\n' : ''}${blocks.join('\n\n')}`);
  return fc.tuple(pages, fc.nat(), fc.array(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 8 }));
}
