/** Which way lines go while they are written: what those of both directions need comes with the first that may be one. */
import { Compartment, type Extension } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { hasRightToLeft } from '../../../../../../markdown/src/text/right-to-left.ts';
import { lineDirections } from './line-directions.ts';

const place = new Compartment();
const NOTHING: Extension = [];
let mixedLines: Extension = NOTHING;

/** Loads the code for lines of both directions with the first letter that goes from right to left. */
class MixedLines {
  readonly #view: EditorView;
  #state: 'not needed' | 'wanted' | 'there' | 'destroyed' = 'not needed';

  constructor(view: EditorView) {
    this.#view = view;
    this.#add();
  }

  update({ docChanged, viewportChanged }: ViewUpdate): void {
    if (docChanged || viewportChanged) this.#add();
  }

  destroy(): void {
    this.#state = 'destroyed';
  }

  #add(): void {
    const { state, visibleRanges } = this.#view;
    if (place.get(state) === mixedLines && mixedLines !== NOTHING) this.#state = 'there';
    if (this.#state !== 'not needed') return;
    if (!visibleRanges.some(({ from, to }) => hasRightToLeft(state.sliceDoc(from, to)))) return;
    this.#state = 'wanted';
    void import('./mixed-lines.ts').then(
      (loaded) => {
        mixedLines = loaded.mixedLines;
        if (this.#state !== 'wanted') return;
        this.#state = 'there';
        this.#view.dispatch({ effects: place.reconfigure(mixedLines) });
      },
      () => {
        // Asked for again with the next letter.
        if (this.#state === 'wanted') this.#state = 'not needed';
      },
    );
  }
}

export const writtenDirections = (): Extension => [
  lineDirections,
  ViewPlugin.fromClass(MixedLines),
  place.of(mixedLines),
];
