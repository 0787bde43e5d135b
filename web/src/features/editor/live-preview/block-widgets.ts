/** The page's blocks that are shown as something else while nothing is written in them, and what is drawn beneath others. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { WidgetType } from '@codemirror/view';
import type { SyntaxNode, Tree } from '@lezer/common';
import { outermostBlocks } from '../../../../../markdown/src/grammar/outermost-blocks.ts';
import { embedIn } from '../../../../../markdown/src/kinds/embed/syntax.ts';
import { texOf } from '../../../../../markdown/src/kinds/formula/tex-of.ts';
import { isTableOfContents } from '../../../../../markdown/src/kinds/table-of-contents/syntax.ts';
import { fileBlock } from '../markdown/file-block.ts';
import { pictureRow } from '../markdown/picture-row.ts';
import { readOutline } from '../outline/read-outline.ts';
import type { ShownImages } from './shown-images.ts';
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
  const read = (start: number, end: number) => state.sliceDoc(start, end);
  const found: BlockWidget[] = [];
  for (const { block, from } of outermostBlocks(tree, 'FormulaBlock')) {
    const widget = once(formulas, block, () => {
      const node = tree.topNode.childAfter(from);
      return new FormulaWidget(node ? texOf(node, read) : '', 'block');
    });
    found.push({ from, to: from + block.length, widget, whileRead: 'instead', whileWritten: true });
  }
  for (const { block, from } of outermostBlocks(tree, 'FencedCode')) {
    const widget = once(drawings, block, () => {
      const node = tree.topNode.childAfter(from);
      return node ? drawingOf(state, node) : undefined;
    });
    if (widget)
      found.push({ from, to: from + block.length, widget, whileRead: 'beneath', whileWritten: false });
  }
  for (const { block, from } of outermostBlocks(tree, 'Paragraph')) {
    const to = from + block.length;
    const said = once(paragraphs, block, () => {
      const first = read(from, from + 2);
      const node = first === '![' ? tree.topNode.childAfter(from) : null;
      const text = FIRST.test(first) && block.length <= LONGEST ? read(from, to) : '';
      const facts = {
        pictures: node && pictureRow(node, read),
        embed: embedIn(text),
        file: fileBlock(text),
        isContents: isTableOfContents(text),
      };
      return facts.pictures || facts.embed || facts.file || facts.isContents ? facts : undefined;
    });
    if (!said) continue;
    const { pictures, embed, file, isContents } = said;
    if (file) {
      const widget = new FileWidget(file, 'block');
      found.push({ from, to, widget, whileRead: 'instead', whileWritten: true });
    }
    if (embed)
      found.push({ from, to, widget: new EmbedWidget(embed), whileRead: 'instead', whileWritten: true });
    else if (pictures) {
      const widget = new PictureRowWidget(pictures, images);
      found.push({ from, to, widget, whileRead: 'instead', whileWritten: true });
    } else if (isContents) {
      const widget = new ContentsWidget(readOutline(state));
      found.push({ from, to, widget, whileRead: 'instead', whileWritten: false });
    }
  }
  return found;
}

interface ParagraphFacts {
  readonly pictures: ReturnType<typeof pictureRow> | null;
  readonly embed: ReturnType<typeof embedIn>;
  readonly file: ReturnType<typeof fileBlock>;
  readonly isContents: boolean;
}

// The parser takes blocks over in which nothing was written: they say what they said.
const formulas = new WeakMap<Tree, FormulaWidget>();
const drawings = new WeakMap<Tree, WidgetType | undefined>();
const paragraphs = new WeakMap<Tree, ParagraphFacts | undefined>();

function once<Value>(known: WeakMap<Tree, Value>, block: Tree, read: () => Value): Value {
  if (!known.has(block)) known.set(block, read());
  return known.get(block) as Value;
}

/** Of code that is a picture, what is drawn beneath it. */
function drawingOf(state: EditorState, code: SyntaxNode): WidgetType | undefined {
  const info = code.getChild('CodeInfo');
  const language = info ? state.sliceDoc(info.from, info.to).toLowerCase() : '';
  const texts = code.getChildren('CodeText');
  if ((language !== 'mermaid' && language !== 'math') || texts.length === 0) return undefined;
  const source = texts
    .map(({ from, to }) => state.sliceDoc(from, to))
    .join('')
    .trim();
  if (source === '') return undefined;
  return language === 'math' ? new FormulaWidget(source, 'block') : new DiagramWidget(source);
}
