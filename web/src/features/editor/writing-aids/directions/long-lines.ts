/** The editor itself does not read in which order long lines of both directions are drawn: arrows go the wrong way in them. */
import type { Extension, Line, Text } from '@codemirror/state';
import { BidiSpan, Direction, EditorView, ViewPlugin } from '@codemirror/view';
import { hasRightToLeft } from '../../../../../../markdown/src/text/right-to-left.ts';

// Within what the editor reads.
const MOST_LETTERS = 4000;
const FEWEST_LETTERS = 1000;
// Between two words that go the way of the line no part depends on the other.
const BREAKS = {
  [Direction.LTR]: /[a-z] (?=[a-z])/gi,
  [Direction.RTL]: /[\u05d0-\u05ea\u0620-\u064a\u06a9-\u06d3] (?=[\u05d0-\u05ea\u0620-\u064a\u06a9-\u06d3])/g,
};

interface Read {
  readonly doc: Text;
  readonly from: number;
  readonly direction: Direction;
  readonly isolates: unknown;
  readonly order: readonly BidiSpan[];
}

class LongLines {
  #read: Read | undefined;

  constructor(view: EditorView) {
    const own = view.bidiSpans.bind(view);
    view.bidiSpans = (line) =>
      line.length <= MOST_LETTERS || !hasRightToLeft(line.text) ? own(line) : this.#orderOf(view, line, own);
  }

  #orderOf(view: EditorView, line: Line, own: EditorView['bidiSpans']): readonly BidiSpan[] {
    const { doc } = view.state;
    const direction = view.textDirectionAt(line.from);
    const [isolates] = view.state
      .facet(EditorView.bidiIsolatedRanges)
      .map((set) => (typeof set === 'function' ? set(view) : set));
    const read = this.#read;
    if (
      read?.doc === doc &&
      read.from === line.from &&
      read.direction === direction &&
      read.isolates === isolates
    )
      return read.order;
    const order = partsOf(line.text, direction).flatMap(([from, to]) => {
      const part: Line = Object.create(line, {
        from: { value: line.from + from },
        to: { value: line.from + to },
        text: { value: line.text.slice(from, to) },
      });
      return own(part).map((span) => moved(span, from));
    });
    this.#read = { doc, from: line.from, direction, isolates, order };
    return order;
  }
}

function partsOf(text: string, direction: Direction): (readonly [from: number, to: number])[] {
  const parts: (readonly [number, number])[] = [];
  for (let from = 0; from < text.length; ) {
    const to =
      text.length - from <= MOST_LETTERS
        ? text.length
        : from + lengthOfPart(text.slice(from, from + MOST_LETTERS), direction);
    parts.push([from, to]);
    from = to;
  }
  return parts;
}

function lengthOfPart(text: string, direction: Direction): number {
  const last = [...text.matchAll(BREAKS[direction])].at(-1)?.index ?? 0;
  const found = last >= FEWEST_LETTERS ? last + 1 : text.lastIndexOf(' ');
  return found >= FEWEST_LETTERS ? found + 1 : text.length;
}

function moved({ from, to, level }: BidiSpan, by: number): BidiSpan {
  return Object.assign(Object.create(BidiSpan.prototype), { from: from + by, to: to + by, level });
}

export const longLines: Extension = ViewPlugin.fromClass(LongLines);
