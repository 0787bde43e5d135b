/** How callouts look while nothing is written at their heads: lines on their color, an icon, and a title. */
import type { EditorState } from '@codemirror/state';
import { Decoration } from '@codemirror/view';
import type { SyntaxNodeRef } from '@lezer/common';
import { CALLOUTS, type CalloutLook } from '../../../../../../markdown/src/kinds/callout/syntax.ts';
import { type Decorations, eachLine, type Visible } from '../../view/decorations.ts';
import { isRevealed } from '../../view/reveal.ts';
import { hiddenBody } from './callout-folds.ts';
import { calloutsOf, type FoundCallout, isCalloutFolded } from './callout-state.ts';
import { CalloutFoldWidget, CalloutWidget } from './callout-widget.ts';

// Deeper ones stand where these stand.
const DEEPEST = 3;
const TITLE = Decoration.mark({ class: 'cm-callout-title' });

/** @returns whether the quote is a callout; then its head is drawn, and for the outermost one all lines are */
export function decorateCallout(
  node: SyntaxNodeRef,
  state: EditorState,
  visible: Visible,
  out: Decorations,
): boolean {
  const callouts = calloutsOf(state);
  const callout = callouts.find(({ from, to }) => from === node.from && to === node.to);
  if (!callout) return false;
  const isNested = callouts.some((other) => other !== callout && isIn(callout, other));
  if (!isNested) {
    const inside = callouts.filter((other) => isIn(other, callout));
    eachLine(node, state, visible, (from) => out.push(lineLook(state, inside, from).range(from)));
  }
  // Folded text parts what is in view into several pieces.
  const head = state.doc.lineAt(callout.from);
  if (head.from <= visible.to && head.to >= visible.from && callout.from >= visible.from)
    decorateHead(state, callout, out);
  return true;
}

function isIn(inner: FoundCallout, outer: FoundCallout): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}

function decorateHead(state: EditorState, callout: FoundCallout, out: Decorations): void {
  const { from: start, mark } = callout;
  const first = state.doc.lineAt(start);
  const hasTitle = mark.titleFrom < mark.titleTo;
  if (hasTitle) out.push(TITLE.range(start + mark.titleFrom, start + mark.titleTo));
  const isFolded = isCalloutFolded(state, callout);
  if (isFolded !== undefined && state.doc.lineAt(callout.to).number > first.number)
    out.push(Decoration.widget({ widget: new CalloutFoldWidget(isFolded), side: 1 }).range(first.to));
  if (isRevealed(state, first.from, first.to)) return;
  const widget = new CalloutWidget(mark.kind, hasTitle ? '' : mark.name);
  out.push(Decoration.replace({ widget }).range(start + mark.from, start + mark.titleFrom));
}

/** @param callouts the outermost one, and those in it */
function lineLook(state: EditorState, callouts: readonly FoundCallout[], from: number): Decoration {
  const line = state.doc.lineAt(from);
  const around = callouts.filter((each) => each.from <= line.to && each.to >= from);
  const [outer] = around;
  const inner = around.at(-1);
  if (!outer || !inner) return Decoration.line({});
  const folded = around.map((each) => hiddenBody(state, each)).find((body) => body?.from === line.to);
  const to = folded?.to ?? line.to;
  const isFirst = outer.from >= from;
  const isLast = outer.to <= to;
  const edges = `${isFirst ? ' cm-callout-first' : ''}${isLast ? ' cm-callout-last' : ''}`;
  const name = `cm-callout callout-${lookOf(outer)}${edges}`;
  if (inner === outer) return lineOf(name);
  const nested = around.slice(1);
  const middle = around[1] === inner ? '' : ` callout-mid-${lookOf(around[1])}`;
  return lineOf(
    `${name} cm-callout-nested${middle} callout-in-${lookOf(inner)}`,
    Math.min(around.length, DEEPEST),
    Math.min(nested.filter((each) => each.from >= from).length, DEEPEST),
    Math.min(nested.filter((each) => each.to <= to).length, DEEPEST),
  );
}

function lookOf(callout: FoundCallout | undefined): CalloutLook {
  return CALLOUTS[callout?.mark.kind ?? 'note'].look;
}

const known = new Map<string, Decoration>();

/** The same decoration for the same look, so that a line is drawn again only where it has another one. */
function lineOf(name: string, depth = 0, begins = 0, ends = 0): Decoration {
  const key = `${name} ${depth} ${begins} ${ends}`;
  const look =
    known.get(key) ??
    Decoration.line({
      class: name,
      ...(depth > 0 && {
        attributes: { 'data-depth': `${depth}`, 'data-begins': `${begins}`, 'data-ends': `${ends}` },
      }),
    });
  known.set(key, look);
  return look;
}
