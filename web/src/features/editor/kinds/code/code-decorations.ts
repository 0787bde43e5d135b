/** The look of code: a head with its language in place of the opening fence, numbered lines, an edge in place of the other. */
import type { EditorState } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { codeStart, type FencedBlock, readBlock } from '../../markdown/code-block-at.ts';
import { type Decorations, eachLine, HIDDEN, type Visible } from '../../view/decorations.ts';
import { isRevealed, isSelectedWithin } from '../../view/reveal.ts';
import { DEEPEST_ITEM, itemDepth } from '../list/list-decorations.ts';
import { CodeHeadWidget } from './code-head-widget.ts';

const line = (name: string) => Decoration.line({ class: name });
const CODE = line('cm-code');
const FIRST = line('cm-code cm-code-first');
const LAST = line('cm-code cm-code-last');
const HEAD = line('cm-code cm-code-first cm-code-head-line');
const FOOT = line('cm-code cm-code-last cm-code-foot');
/** As far in as its item's text. */
const IN_ITEM = Array.from({ length: DEEPEST_ITEM }, (_, depth) => line(`cm-code-item cm-item-${depth + 1}`));

export function decorateCode(
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  out: Decorations,
): void {
  const block = node.name === 'FencedCode' ? readBlock(state, node.node) : undefined;
  if (block) decorateFenced(block, node, state, visible, out);
  else {
    const first = state.doc.lineAt(node.from).from;
    const last = state.doc.lineAt(node.to).from;
    eachLine(node, state, visible, (from) =>
      out.push((from === first ? FIRST : from === last ? LAST : CODE).range(from)),
    );
  }
}

function decorateFenced(
  block: FencedBlock,
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  out: Decorations,
): void {
  const { opening, closing, first } = block;
  const isOpeningShown = isSelectedWithin(state, opening.from, opening.to);
  const isClosingShown = closing === undefined || isSelectedWithin(state, closing.from, closing.to);
  const inItem = IN_ITEM[Math.min(itemDepth(node), DEEPEST_ITEM) - 1];
  eachLine(node, state, visible, (from) => {
    if (inItem && isIndented(state, block, from)) out.push(inItem.range(from));
    if (from === opening.from) out.push((isOpeningShown ? FIRST : HEAD).range(from));
    else if (from === closing?.from) out.push((isClosingShown ? LAST : FOOT).range(from));
    else {
      const { number } = state.doc.lineAt(from);
      out.push(codeLine(number - first + 1, closing === undefined && number === block.last).range(from));
      hidePrefix(block, state, from, out);
    }
  });
  if (!isOpeningShown) {
    const widget = new CodeHeadWidget(block.language);
    out.push(Decoration.replace({ widget }).range(block.from, opening.to));
    if (inItem && isIndented(state, block, opening.from)) out.push(HIDDEN.range(opening.from, block.from));
  }
  if (closing && !isClosingShown) {
    const from = codeStart(block, closing);
    if (from < closing.to) out.push(HIDDEN.range(from, closing.to));
    hidePrefix(block, state, closing.from, out);
  }
}

/** Not in the line that has the item's mark. */
function isIndented(state: EditorState, block: FencedBlock, from: number): boolean {
  const { text } = state.doc.lineAt(from);
  return block.prefix !== '' && text.slice(0, block.prefix.length).trim() === '';
}

/**
 * The marks of a quote around go out of sight as they do elsewhere, and the spaces of an item always: the browser puts
 * a caret after spaces that take no room before them.
 */
function hidePrefix(block: FencedBlock, state: EditorState, from: number, out: Decorations): void {
  if (block.prefix === '') return;
  const text = state.doc.lineAt(from);
  const to = codeStart(block, text);
  if (to === from || (block.prefix.includes('>') && isRevealed(state, from, text.to))) return;
  out.push(HIDDEN.range(from, to));
}

/** Its number is always there, for those who want to see it. */
function codeLine(number: number, isLast: boolean): Decoration {
  return Decoration.line({
    class: isLast ? 'cm-code cm-code-last' : 'cm-code',
    attributes: { 'data-line': String(number) },
  });
}
