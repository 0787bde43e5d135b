/** The looks of whole lines: headings, quotes, code, front matter, rules. */
import type { EditorState } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { decorateCode } from '../kinds/code/code-decorations.ts';
import { type Decorations, eachLine, HIDDEN, type Visible } from '../view/decorations.ts';
import { RuleWidget } from '../view/marker-widgets.ts';
import { isRevealed } from '../view/reveal.ts';

export const LINE_NODES: ReadonlySet<string> = new Set([
  ...[1, 2, 3, 4, 5, 6].map((level) => `ATXHeading${level}`),
  'SetextHeading1',
  'SetextHeading2',
  'Blockquote',
  'QuoteMark',
  'FencedCode',
  'CodeBlock',
  'FrontMatter',
  'HorizontalRule',
]);

const line = (name: string) => Decoration.line({ class: name });
const HEADINGS = [1, 2, 3, 4, 5, 6].map((level) => line(`cm-heading cm-heading-${level}`));
const QUOTE = line('cm-quote');
const FRONT_MATTER = line('cm-front-matter');
const RULE = Decoration.replace({ widget: new RuleWidget() });

/** @returns false to leave out what is inside the node */
export function decorateLine(
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  out: Decorations,
): boolean {
  switch (node.name) {
    case 'Blockquote':
      // The quote around it says so of all its lines.
      if (node.matchContext(['Blockquote'])) return true;
      eachLine(node, state, visible, (from) => out.push(QUOTE.range(from)));
      return true;
    case 'QuoteMark':
      hideQuoteMark(node, state, out);
      return false;
    case 'FencedCode':
    case 'CodeBlock':
      decorateCode(node, state, visible, out);
      return false;
    case 'FrontMatter':
      eachLine(node, state, visible, (from) => out.push(FRONT_MATTER.range(from)));
      return false;
    case 'HorizontalRule':
      if (!isRevealed(state, node.from, node.to)) out.push(RULE.range(node.from, node.to));
      return false;
    default:
      decorateHeading(node, state, out);
      return true;
  }
}

function decorateHeading(node: SyntaxNodeRef, state: EditorState, out: Decorations): void {
  const look = HEADINGS[Number(node.name.at(-1)) - 1];
  const first = state.doc.lineAt(node.from);
  if (look) out.push(look.range(first.from));
  // The line below an underlined heading stays in sight, or there would be an empty one.
  if (node.name.startsWith('Setext') || isRevealed(state, node.from, node.to)) return;
  const [opening, closing] = node.node.getChildren('HeaderMark');
  if (opening) {
    const spaces = /^[ \t]*/.exec(state.sliceDoc(opening.to, first.to))?.[0].length ?? 0;
    out.push(HIDDEN.range(opening.from, opening.to + spaces));
  }
  if (closing && opening && closing.from > opening.to) out.push(HIDDEN.range(closing.from, closing.to));
}

function hideQuoteMark(node: SyntaxNodeRef, state: EditorState, out: Decorations): void {
  const { from, to } = state.doc.lineAt(node.from);
  if (isRevealed(state, from, to)) return;
  const space = state.sliceDoc(node.to, node.to + 1) === ' ' ? 1 : 0;
  out.push(HIDDEN.range(node.from, node.to + space));
}
