/** The numbers of footnotes in the editor, and what they say at the page's end. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateField } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { type FoundInBlocks, findInBlocks } from '../../../../../../markdown/src/grammar/outermost-blocks.ts';
import type { Decorations } from '../../view/decorations.ts';
import { hideMarks } from '../../view/hide-marks.ts';
import type { KindPreview } from '../../view/kind-preview.ts';
import { isRevealed } from '../../view/reveal.ts';
import { FootnoteBackWidget } from './footnote-back-widget.ts';
import { FootnoteWidget } from './footnote-widget.ts';

const NUMBER = Decoration.mark({ class: 'cm-footnote' });
const DEFINITION = Decoration.line({ class: 'cm-footnote-definition' });

function decorateReference(node: SyntaxNodeRef, state: EditorState, out: Decorations): void {
  const label = state.sliceDoc(node.from + 2, node.to - 1);
  if (!isDefined(state, label)) return;
  const look = isRevealed(state, node.from, node.to)
    ? Decoration.mark({ class: 'cm-footnote', attributes: { 'data-footnote': label } })
    : Decoration.replace({ widget: new FootnoteWidget(label) });
  out.push(look.range(node.from, node.to));
}

function decorateDefinition(node: SyntaxNodeRef, state: EditorState, out: Decorations): void {
  const label = node.node.getChild('FootnoteLabel');
  const last = state.doc.lineAt(node.to).number;
  for (let number = state.doc.lineAt(node.from).number; number <= last; number++)
    out.push(DEFINITION.range(state.doc.line(number).from));
  if (!label) return;
  out.push(NUMBER.range(label.from, label.to));
  const widget = new FootnoteBackWidget(state.sliceDoc(label.from, label.to));
  out.push(Decoration.widget({ widget, side: 1 }).range(node.to));
  if (!isRevealed(state, node.from, label.to + 2)) hideMarks(node, 'FootnoteMark', out);
}

/** The names of the footnotes that the page defines, in capitals, as names are compared. */
const definedFootnotes = StateField.define<ReadonlySet<string>>({
  create: findDefined,
  update: (value, { startState, state }) =>
    syntaxTree(startState) === syntaxTree(state) ? value : findDefined(state),
});

function isDefined(state: EditorState, label: string): boolean {
  return state.field(definedFootnotes, false)?.has(label.toUpperCase()) ?? false;
}

const known: FoundInBlocks<string> = new WeakMap();

function findDefined(state: EditorState): ReadonlySet<string> {
  const found = findInBlocks(syntaxTree(state), ['FootnoteDefinition'], known, (block, from) => {
    const start = state.sliceDoc(from, Math.min(from + block.length, from + 1010));
    return /^\[\^([^\s[\]]+)\]:/.exec(start)?.[1]?.toUpperCase();
  });
  return new Set(found.map(({ fact }) => fact));
}

export const preview: KindPreview = {
  decorate: {
    Footnote: (node, state, _visible, out) => {
      decorateReference(node, state, out);
      return false;
    },
    FootnoteDefinition: (node, state, _visible, out) => {
      decorateDefinition(node, state, out);
      return true;
    },
  },
  extension: definedFootnotes,
};
