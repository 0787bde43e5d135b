/** Highlights, footnotes, formulas, wiki links and callouts while nothing is written in them. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, StateField } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { type FoundInBlocks, findInBlocks } from '../../../../../markdown/src/grammar/outermost-blocks.ts';
import { isInCell, texOf } from '../../../../../markdown/src/kinds/formula/tex-of.ts';
import { readWikiLink } from '../../../../../markdown/src/kinds/wiki-link/syntax.ts';
import { wikiPlaces } from '../links/wiki-link-at.ts';
import { type Decorations, HIDDEN } from '../view/decorations.ts';
import { isRevealed } from '../view/reveal.ts';
import { decorateCallout } from './callouts/callout-decorations.ts';
import type { Decorator } from './decorators.ts';
import { FootnoteBackWidget } from './widgets/footnote-back-widget.ts';
import { FootnoteWidget } from './widgets/footnote-widget.ts';
import { FormulaWidget } from './widgets/formula-widget.ts';
import { PlainRestWidget } from './widgets/plain-rest-widget.ts';
import { WikiLinkWidget } from './widgets/wiki-link-widget.ts';

const HIGHLIGHT = Decoration.mark({ class: 'cm-highlight' });
const NUMBER = Decoration.mark({ class: 'cm-footnote' });
const DEFINITION = Decoration.line({ class: 'cm-footnote-definition' });

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
    case 'InlineCode':
      if (isInCell(node.node) && !isRevealed(state, node.from, node.to)) hideBackslashes(node, state, out);
      return undefined;
    case 'PlainRest':
      out.push(Decoration.widget({ widget: new PlainRestWidget() }).range(node.from));
      return false;
    case 'WikiLink':
      decorateWikiLink(node, state, out);
      return false;
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

function decorateWikiLink({ from, to }: SyntaxNodeRef, state: EditorState, out: Decorations): void {
  if (isRevealed(state, from, to)) return;
  const link = readWikiLink(state.sliceDoc(from, to));
  const place = state.facet(wikiPlaces)?.(link) ?? { kind: 'unknown' };
  out.push(Decoration.replace({ widget: new WikiLinkWidget(link, place) }).range(from, to));
}

function hideBackslashes({ from, to }: SyntaxNodeRef, state: EditorState, out: Decorations): void {
  for (const { index } of state.sliceDoc(from, to).matchAll(/\\\|/g))
    out.push(HIDDEN.range(from + index, from + index + 1));
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

const known: FoundInBlocks<string> = new WeakMap();

function findDefined(state: EditorState): ReadonlySet<string> {
  const found = findInBlocks(syntaxTree(state), ['FootnoteDefinition'], known, (block, from) => {
    const start = state.sliceDoc(from, Math.min(from + block.length, from + 1010));
    return /^\[\^([^\s[\]]+)\]:/.exec(start)?.[1]?.toUpperCase();
  });
  return new Set(found.map(({ fact }) => fact));
}

export const kindFacts = definedFootnotes;
