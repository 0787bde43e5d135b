/** The address of a block within its page. */
import { forceParsing, syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { anchorOf } from '../block-anchors.ts';
import { selectedBlocks } from '../read-blocks.ts';

const LONGEST_PARSE_MS = 500;

/** @param page the page's own address; @returns undefined where there is no block */
export function blockLink(view: EditorView, page: string): string | undefined {
  forceParsing(view, view.state.doc.length, LONGEST_PARSE_MS);
  const { state } = view;
  const blocks = selectedBlocks(state);
  if (!blocks) return undefined;
  const slice = (from: number, to: number) => state.sliceDoc(from, to);
  const anchor = anchorOf(syntaxTree(state), slice, blocks.first.node.from);
  if (anchor === undefined) return undefined;
  const url = new URL(page);
  url.hash = anchor;
  return url.href;
}
