/** The blank lines between two blocks: as few as Markdown needs, and those that are there already. */
import type { EditorState } from '@codemirror/state';
import { type Block, isList } from './read-blocks.ts';

// The lines below these never belong to them.
const ENDS_BY_ITSELF = /^(?:ATXHeading\d|SetextHeading\d|HorizontalRule|FencedCode|FrontMatter)$/;
// These end a text without a blank line between.
const INTERRUPTS = /^(?:ATXHeading\d|FencedCode)$/;
const NEVER_ENDS = /^(?:HTMLBlock|CommentBlock|ProcessingInstructionBlock|LinkReference)$/;
const BLANK_LINE = /\n[ \t>]*\n/;

/**
 * @param current what is between the two now, or stood there before one of them came
 * @returns what belongs there
 */
export function separator(state: EditorState, above: Block, below: Block, current: string): string {
  const end = missingFence(state, above);
  if (end !== '') return `${end}${state.lineBreak}${state.lineBreak}`;
  if (isOneList(above, below))
    return isLoose(state, above) || isLoose(state, below) ? current : state.lineBreak;
  if (BLANK_LINE.test(current) || !needsBlankLine(above, below)) return current;
  return `${state.lineBreak}${state.lineBreak}`;
}

/** @returns between two blocks where nothing stood before */
export function newSeparator(state: EditorState, above: Block, below: Block): string {
  return separator(state, above, below, `${state.lineBreak}${state.lineBreak}`);
}

/** @returns false where a blank line does not help: what is indented below an item belongs to the item */
export function canFollow(state: EditorState, above: Block, below: Block): boolean {
  if (above.name !== 'ListItem' || above.node.parent?.parent?.name !== 'Document') return true;
  return indentOf(state, below) < contentIndent(state, above);
}

/** @returns how far the text of a block's first line is from the line's beginning */
export function indentOf(state: EditorState, { from }: Block): number {
  return /^[ ]*/.exec(state.doc.lineAt(from).text)?.[0].length ?? 0;
}

/** @returns how far what belongs to an item is indented */
export function contentIndent(state: EditorState, item: Block): number {
  const { text } = state.doc.lineAt(item.from);
  const mark = /^[ ]*(?:[-*+]|\d{1,9}[.)])/.exec(text)?.[0].length ?? 0;
  const spaces = /^[ ]*/.exec(text.slice(mark))?.[0].length ?? 0;
  // More than four begin code.
  return mark + (spaces >= 1 && spaces <= 4 && text.length > mark + spaces ? spaces : 1);
}

/** A block that has just become an item is in no list yet. */
function isOneList(above: Block, below: Block): boolean {
  if (above.name !== 'ListItem' || below.name !== 'ListItem') return false;
  const [one, other] = [above.node.parent, below.node.parent];
  return !one || !other || !isList(one) || !isList(other) || one.name === other.name;
}

function needsBlankLine(above: Block, below: Block): boolean {
  if (ENDS_BY_ITSELF.test(above.name)) return false;
  return NEVER_ENDS.test(above.name) || !INTERRUPTS.test(below.name);
}

/** Code that nothing ends goes on to the end of the page. */
function missingFence(state: EditorState, { name, node }: Block): string {
  if (name !== 'FencedCode' || node.getChildren('CodeMark').length > 1) return '';
  const mark = node.firstChild;
  return mark ? `${state.lineBreak}${state.sliceDoc(mark.from, mark.to)}` : '';
}

/** A list with blank lines between its items keeps them. */
function isLoose(state: EditorState, { node }: Block): boolean {
  const list = node.parent;
  if (!list || !isList(list)) return false;
  for (let item = list.firstChild; item?.nextSibling; item = item.nextSibling) {
    const start = state.doc.lineAt(item.nextSibling.from);
    if (start.number > 1 && state.doc.line(start.number - 1).text.trim() === '') return true;
  }
  return false;
}
