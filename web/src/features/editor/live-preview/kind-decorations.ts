/** Highlights, footnotes, formulas and callouts while nothing is written in them. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateField } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { CALLOUT_KINDS, type CalloutKind, calloutOf } from '../markdown/callouts.ts';
import { texOf } from '../markdown/formulas.ts';
import { outermostBlocks } from '../markdown/outermost-blocks.ts';
import { type Decorations, HIDDEN, type Visible } from './decorations.ts';
import type { Decorator } from './decorators.ts';
import { isRevealed } from './reveal.ts';
import { CalloutWidget } from './widgets/callout-widget.ts';
import { FootnoteBackWidget } from './widgets/footnote-back-widget.ts';
import { FootnoteWidget } from './widgets/footnote-widget.ts';
import { FormulaWidget } from './widgets/formula-widget.ts';

const HIGHLIGHT = Decoration.mark({ class: 'cm-highlight' });
const NUMBER = Decoration.mark({ class: 'cm-footnote' });
const DEFINITION = Decoration.line({ class: 'cm-footnote-definition' });
const CALLOUT_LINES = new Map(
  CALLOUT_KINDS.map((kind) => [
    kind,
    ['', ' cm-callout-first', ' cm-callout-last', ' cm-callout-first cm-callout-last'].map((edges) =>
      Decoration.line({ class: `cm-callout callout-${kind}${edges}` }),
    ),
  ]),
);
const CALLOUT_HEADS = new Map(
  CALLOUT_KINDS.map((kind) => [kind, Decoration.replace({ widget: new CalloutWidget(kind) })]),
);

export const decorateKind: Decorator = (node, state, visible, out) => {
  switch (node.name) {
    case 'Blockquote':
      return decorateCallout(node, state, visible, out) || undefined;
    case 'Highlight':
      out.push(HIGHLIGHT.range(node.from, node.to));
      if (!isRevealed(state, node.from, node.to)) hideMarks(node, 'HighlightMark', out);
      return true;
    case 'Footnote':
      decorateReference(node, state, out);
      return false;
    case 'FootnoteDefinition':
      decorateDefinition(node, state, out);
      return true;
    case 'Formula': {
      if (isRevealed(state, node.from, node.to)) return false;
      const read = (from: number, to: number) => state.sliceDoc(from, to);
      const isDisplayed = read(node.from, node.from + 2) === '$$';
      const widget = new FormulaWidget(texOf(node.node, read), isDisplayed ? 'line' : 'text');
      out.push(Decoration.replace({ widget }).range(node.from, node.to));
      return false;
    }
    default:
      return undefined;
  }
};

/** @returns whether the quote is a callout; then its lines, and its head, are */
function decorateCallout(
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  out: Decorations,
): boolean {
  const first = state.doc.lineAt(node.from);
  const mark = calloutOf(node.node, (from, to) => state.sliceDoc(from, Math.min(to, first.to)));
  if (!mark) return false;
  const last = state.doc.lineAt(node.to);
  for (
    let line = state.doc.lineAt(Math.max(node.from, visible.from));
    line.from <= Math.min(node.to, visible.to);
    line = state.doc.line(line.number + 1)
  ) {
    const edges = (line.from === first.from ? 1 : 0) + (line.from === last.from ? 2 : 0);
    out.push(lineLook(mark.kind, edges).range(line.from));
    if (line.number === state.doc.lines) break;
  }
  const head = CALLOUT_HEADS.get(mark.kind);
  if (head && !isRevealed(state, first.from, first.to))
    out.push(head.range(node.from + mark.from, node.from + mark.to));
  return true;
}

function lineLook(kind: CalloutKind, edges: number): Decoration {
  return CALLOUT_LINES.get(kind)?.[edges] ?? Decoration.line({});
}

function hideMarks(node: SyntaxNodeRef, name: string, out: Decorations): void {
  for (const { from, to } of node.node.getChildren(name)) out.push(HIDDEN.range(from, to));
}

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

function findDefined(state: EditorState): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const { block, from } of outermostBlocks(syntaxTree(state), 'FootnoteDefinition')) {
    const start = state.sliceDoc(from, Math.min(from + block.length, from + 1010));
    const label = /^\[\^([^\s[\]]+)\]:/.exec(start)?.[1];
    if (label !== undefined) labels.add(label.toUpperCase());
  }
  return labels;
}

export const kindFacts = definedFootnotes;
