/** Names the parts that lines of both directions set apart: code, links, cells, and widgets that stand for their source. */
import type { Line } from '@codemirror/state';
import { Decoration, type DecorationSet, Direction, EditorView } from '@codemirror/view';
import { hasRightToLeft } from '../../../../../../markdown/src/text/right-to-left.ts';
import { runsToRight, type Span } from './runs-to-right.ts';

const APART = {
  [Direction.LTR]: Decoration.mark({ bidiIsolate: Direction.LTR }),
  [Direction.RTL]: Decoration.mark({ bidiIsolate: Direction.RTL }),
};
const STYLED_CELL = /(?:^|;)direction:(ltr|rtl)/;
// A run in a longer line is read as the editor reads it.
const LONGEST = 4000;

interface Found extends Span {
  readonly look: Decoration;
}

interface Isolates {
  readonly visible: readonly unknown[];
  readonly sources: readonly DecorationSet[];
  readonly found: DecorationSet;
  readonly hasRightToLeft: boolean;
}

const known = new WeakMap<EditorView, Isolates>();

export function isolatesIn(view: EditorView): Isolates {
  const sources = view.state
    .facet(EditorView.decorations)
    .map((set) => (typeof set === 'function' ? set(view) : set));
  const before = known.get(view);
  if (before?.visible === view.visibleRanges && sources.every((set, index) => set === before.sources[index]))
    return before;
  const found = { visible: view.visibleRanges, sources, ...findIsolates(view, sources) };
  known.set(view, found);
  return found;
}

function findIsolates(view: EditorView, sources: readonly DecorationSet[]) {
  const ranges = view.visibleRanges.filter(({ from, to }) => hasRightToLeft(view.state.sliceDoc(from, to)));
  const found = ranges.flatMap((range) => {
    const apart = apartIn(range, sources);
    if (apart.length === 0) return [];
    return linesOf(view, range).flatMap((line) =>
      directed(
        view,
        line,
        apart.filter(({ from, to }) => from >= line.from && to <= line.to),
      ),
    );
  });
  return {
    found: Decoration.set(
      found.map(({ from, to, look }) => look.range(from, to)),
      true,
    ),
    hasRightToLeft: ranges.length > 0,
  };
}

/** A widget that stands for its source has no direction yet. */
interface Apart extends Span {
  readonly look?: Decoration | undefined;
  readonly cell?: Direction | undefined;
}

function apartIn({ from, to }: Span, sources: readonly DecorationSet[]): Apart[] {
  const apart: Apart[] = [];
  for (const source of sources) {
    source.between(from, to, (start, end, look) => {
      if (start === end) return;
      if ('bidiIsolate' in look.spec) {
        const cell = wayOfCell(look);
        apart.push({ from: start, to: end, look: cell === undefined ? look : APART[cell], cell });
      } else if (look.point && !look.spec.block) apart.push({ from: start, to: end });
    });
  }
  return apart.sort((one, other) => one.from - other.from || other.to - one.to);
}

/** A cell goes as its own first letter, which the editor would look for in code, too. */
function wayOfCell(look: Decoration): Direction | undefined {
  const way = STYLED_CELL.exec(look.spec.attributes?.style ?? '')?.[1];
  if (way === undefined) return undefined;
  return way === 'rtl' ? Direction.RTL : Direction.LTR;
}

function linesOf({ state: { doc } }: EditorView, { from, to }: Span): Line[] {
  const first = doc.lineAt(from).number;
  const last = doc.lineAt(to).number;
  return Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index));
}

/** Out of sight, a part goes the way of what it stands in: to the caret it is nothing. */
function directed(view: EditorView, line: Line, apart: readonly Apart[]): Found[] {
  const own = view.textDirectionAt(line.from);
  if (apart.length === 0 || (own === Direction.LTR && !hasRightToLeft(line.text))) return [];
  const cells = apart.filter(({ cell }) => cell !== undefined);
  const fields =
    cells.length > 0
      ? cells.filter(({ cell }) => cell === Direction.RTL)
      : [line].filter(() => own === Direction.RTL);
  const runs = line.length > LONGEST ? [] : fields.flatMap((field) => runsIn(view, field, apart));
  const around = [...apart.flatMap(({ from, to, look }) => (look ? [{ from, to, look }] : [])), ...runs];
  const hidden = apart.flatMap(({ from, to, look }) => {
    if (look) return [];
    const holders = around.filter(
      (one) => one.from <= from && one.to >= to && one.look.spec.bidiIsolate !== null,
    );
    const inner = holders.reduce<Found | undefined>(
      (least, one) => (least && least.to - least.from <= one.to - one.from ? least : one),
      undefined,
    );
    return [{ from, to, look: APART[wayOf(inner) ?? own] }];
  });
  return [...around, ...hidden];
}

function wayOf(found: Found | undefined): Direction | undefined {
  return found?.look.spec.bidiIsolate ?? undefined;
}

function runsIn({ state }: EditorView, field: Span, apart: readonly Apart[]): Found[] {
  const inside = apart
    .filter((one) => one.from >= field.from && one.to <= field.to && one !== field)
    .map((one) => ({ from: one.from - field.from, to: one.to - field.from }));
  return runsToRight(state.sliceDoc(field.from, field.to), inside).map((run) => ({
    from: field.from + run.from,
    to: field.from + run.to,
    look: APART[Direction.LTR],
  }));
}
