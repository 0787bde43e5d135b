/** A link that stands alone in its paragraph, to what a card can show: whether it is the card is a matter of how it is written. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState, StateCommand, TransactionSpec } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { readEmbed } from '../../../../../../../markdown/src/kinds/embed/syntax.ts';
import { insertOutside } from '../../../blocks/insert-block.ts';
import { shownAddress } from '../../../linked-pages/page-address.ts';
import type { FoundLink } from '../link-at.ts';
import { closeLink, openLink } from '../link-popover-state.ts';
import { writeLink } from '../write-link.ts';

/** @returns whether the link is or could be a card */
export function canBeCard(state: EditorState, { from, to, address }: FoundLink): boolean {
  if (!readEmbed(address)) return false;
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(from, 1);
  while (node && node.name !== 'Paragraph') node = node.parent;
  if (!node?.parent?.type.isTop) return false;
  return state.sliceDoc(node.from, from).trim() === '' && state.sliceDoc(to, node.to).trim() === '';
}

/** The address with a text is a link, for every program that reads Markdown. */
export function showAsLink(state: EditorState, { from, to, address }: FoundLink): TransactionSpec {
  return writeLink(state, { kind: 'look', from, to }, { text: shownAddress(address), address });
}

/** The address alone is the card. */
export function showAsCard(_state: EditorState, { from, to, address }: FoundLink): TransactionSpec {
  return { changes: { from, to, insert: address }, effects: closeLink.of(null), userEvent: 'input.format' };
}

/** Asks for the address where the caret is. */
export const insertEmbed: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const { head } = state.selection.main;
  dispatch(state.update({ effects: openLink.of({ kind: 'embed', from: head, to: head }) }));
  return true;
};

/** The card's address below the caret, which goes on below the card. */
export const writeEmbed =
  (address: string): StateCommand =>
  (target) =>
    insertOutside(target, () => ({ text: `${address}\n\n`, caret: address.length + 2 }));
