/** The page's blocks that are shown as something else while nothing is written in them, and what is drawn beneath others. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type FoundInBlocks, findInBlocks } from '../../../../../markdown/src/grammar/outermost-blocks.ts';
import { PREVIEWS } from '../layers/preview.generated.ts';
import type { ShownBlock, ShowParagraph } from '../view/kind-preview.ts';
import type { ShownImages } from '../view/shown-images.ts';

export interface BlockWidget extends ShownBlock {
  readonly from: number;
  readonly to: number;
}

// The longest address that a card shows, and the signs around it.
const LONGEST = 2100;

const byName = new Map(PREVIEWS.flatMap(({ blocks }) => Object.entries(blocks ?? {})));
const NAMES = [...byName.keys()];
const PARAGRAPHS = PREVIEWS.flatMap(({ paragraph }) => paragraph ?? []);

// The parser takes blocks over in which nothing was written: they say what they said.
const blocks: FoundInBlocks<ShownBlock> = new WeakMap();
const paragraphs: FoundInBlocks<ShowParagraph> = new WeakMap();

export function blockWidgets(state: EditorState, images: ShownImages): BlockWidget[] {
  const tree = syntaxTree(state);
  const found = findInBlocks(tree, NAMES, blocks, ({ type }, from) => {
    const block = tree.topNode.childAfter(from);
    return block ? byName.get(type.name)?.(state, block) : undefined;
  }).map(({ block, from, fact }) => ({ ...fact, from, to: from + block.length }));
  for (const { block, from, fact } of findInBlocks(tree, ['Paragraph'], paragraphs, (one, start) =>
    readParagraph(state, start, start + one.length),
  ))
    found.push({ ...fact(state, images), from, to: from + block.length });
  return found;
}

function readParagraph(state: EditorState, from: number, to: number): ShowParagraph | undefined {
  const first = state.sliceDoc(from, from + 2);
  const asked = PARAGRAPHS.filter(({ begins }) => begins.test(first));
  if (asked.length === 0) return undefined;
  const source = to - from <= LONGEST ? state.sliceDoc(from, to) : '';
  for (const { read } of asked) {
    const shown = read(source, from, state);
    if (shown) return shown;
  }
  return undefined;
}
