/**
 * How a kind of Markdown looks in the editor while nothing is written in it: `kinds/<kind>/preview.ts`. It comes after the page's
 * first text (live-preview/more-preview.ts).
 */
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import type { WidgetType } from '@codemirror/view';
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import type { Decorations, Visible } from './decorations.ts';
import type { ShownImages } from './shown-images.ts';

/** @returns false to leave out what is inside the node, undefined when the node is none of its kind */
export type Decorator = (
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  out: Decorations,
) => boolean | undefined;

export const decorators = Facet.define<Decorator>();

/** An element that stands for a block, or beneath it. */
export interface ShownBlock {
  readonly widget: WidgetType;
  /** While nothing is written in the block: in place of its source, or beneath it. */
  readonly whileRead: 'instead' | 'beneath';
  /** Whether it stands beneath the source while that is written. */
  readonly whileWritten: boolean;
}

export interface KindPreview {
  /** By the parser's names. Kinds that share a name are asked in the order of the list. */
  readonly decorate?: Readonly<Record<string, Decorator>>;
  /** The page's own blocks, by the parser's names. They say what they say for as long as nothing is written in them. */
  readonly blocks?: Readonly<
    Record<string, (state: EditorState, block: SyntaxNode) => ShownBlock | undefined>
  >;
  /** Paragraphs among the page's own blocks that stand for something else. */
  readonly paragraph?: ParagraphPreview;
  /** The rest of what the editor needs for it. */
  readonly extension?: Extension;
}

export interface ParagraphPreview {
  /** How such a paragraph begins: most begin otherwise, and are not looked at. */
  readonly begins: RegExp;
  /** @param source its text; empty for one that is too long @returns what is shown for as long as nothing is written in it */
  readonly read: (source: string, from: number, state: EditorState) => ShowParagraph | undefined;
}

export type ShowParagraph = (state: EditorState, images: ShownImages) => ShownBlock;
