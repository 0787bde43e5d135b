/** The page's blocks that are shown as something else while nothing is written in them, and what is drawn beneath others. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { WidgetType } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { type FoundInBlocks, findInBlocks } from '../../../../../markdown/src/grammar/outermost-blocks.ts';
import { embedIn } from '../../../../../markdown/src/kinds/embed/syntax.ts';
import { texOf } from '../../../../../markdown/src/kinds/formula/tex-of.ts';
import { isTableOfContents } from '../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { fileBlock } from '../markdown/file-block.ts';
import { pictureRow } from '../markdown/picture-row.ts';
import { readOutline } from '../outline/read-outline.ts';
import type { ShownImages } from '../view/shown-images.ts';
import { ContentsWidget } from './widgets/contents-widget.ts';
import { DiagramWidget } from './widgets/diagram-widget.ts';
import { EmbedWidget } from './widgets/embed-widget.ts';
import { FileWidget } from './widgets/file-widget.ts';
import { FormulaWidget } from './widgets/formula-widget.ts';
import { PictureRowWidget } from './widgets/picture-row-widget.ts';

export interface BlockWidget {
  readonly from: number;
  readonly to: number;
  readonly widget: WidgetType;
  /** While nothing is written in the block: in place of its source, or beneath it. */
  readonly whileRead: 'instead' | 'beneath';
  /** Whether it stands beneath the source while that is written. */
  readonly whileWritten: boolean;
}

// Most paragraphs begin with another letter.
const FIRST = /^[![<h]/i;
// The longest address that a card shows, and the signs around it.
const LONGEST = 2100;

export function blockWidgets(state: EditorState, images: ShownImages): BlockWidget[] {
  const tree = syntaxTree(state);
  const nodeAt = (from: number) => tree.topNode.childAfter(from);
  const found = [
    ...findInBlocks(tree, ['FormulaBlock'], formulas, (_block, from) => formulaAt(state, nodeAt(from))),
    ...findInBlocks(tree, ['FencedCode'], drawings, (_block, from) => drawingOf(state, nodeAt(from))),
  ].map(({ block, from, fact }) => ({ ...fact, from, to: from + block.length }));
  for (const { block, from, fact } of findInBlocks(tree, ['Paragraph'], paragraphs, (one, start) =>
    readParagraph(state, start, start + one.length),
  ))
    for (const shown of paragraphWidgets(state, fact, images))
      found.push({ ...shown, from, to: from + block.length });
  return found;
}

type Shown = Omit<BlockWidget, 'from' | 'to'>;

interface ParagraphFacts {
  readonly pictures: ReturnType<typeof pictureRow> | null;
  readonly embed: ReturnType<typeof embedIn>;
  readonly file: ReturnType<typeof fileBlock>;
  readonly isContents: boolean;
}

// The parser takes blocks over in which nothing was written: they say what they said.
const formulas: FoundInBlocks<Shown> = new WeakMap();
const drawings: FoundInBlocks<Shown> = new WeakMap();
const paragraphs: FoundInBlocks<ParagraphFacts> = new WeakMap();

function readParagraph(state: EditorState, from: number, to: number): ParagraphFacts | undefined {
  const read = (start: number, end: number) => state.sliceDoc(start, end);
  const first = read(from, from + 2);
  if (!FIRST.test(first)) return undefined;
  const node = first === '![' ? syntaxTree(state).topNode.childAfter(from) : null;
  const text = to - from <= LONGEST ? read(from, to) : '';
  const facts = {
    pictures: node && pictureRow(node, read),
    embed: embedIn(text),
    file: fileBlock(text),
    isContents: isTableOfContents(text),
  };
  return facts.pictures || facts.embed || facts.file || facts.isContents ? facts : undefined;
}

function paragraphWidgets(
  state: EditorState,
  { pictures, embed, file, isContents }: ParagraphFacts,
  images: ShownImages,
): Shown[] {
  const instead = { whileRead: 'instead', whileWritten: true } as const;
  const shown: Shown[] = file ? [{ ...instead, widget: new FileWidget(file, 'block') }] : [];
  if (embed) return [...shown, { ...instead, widget: new EmbedWidget(embed) }];
  if (pictures) return [...shown, { ...instead, widget: new PictureRowWidget(pictures, images) }];
  if (isContents)
    return [...shown, { ...instead, widget: new ContentsWidget(readOutline(state)), whileWritten: false }];
  return shown;
}

function formulaAt(state: EditorState, node: SyntaxNode | null): Shown {
  const tex = node ? texOf(node, (start, end) => state.sliceDoc(start, end)) : '';
  return { widget: new FormulaWidget(tex, 'block'), whileRead: 'instead', whileWritten: true };
}

/** Of code that is a picture, what is drawn beneath it. */
function drawingOf(state: EditorState, code: SyntaxNode | null): Shown | undefined {
  const info = code?.getChild('CodeInfo');
  const language = info ? state.sliceDoc(info.from, info.to).toLowerCase() : '';
  const texts = code?.getChildren('CodeText') ?? [];
  if ((language !== 'mermaid' && language !== 'math') || texts.length === 0) return undefined;
  const source = texts
    .map(({ from, to }) => state.sliceDoc(from, to))
    .join('')
    .trim();
  if (source === '') return undefined;
  const widget = language === 'math' ? new FormulaWidget(source, 'block') : new DiagramWidget(source);
  return { widget, whileRead: 'beneath', whileWritten: false };
}
