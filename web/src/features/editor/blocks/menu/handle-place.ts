/** Places the handle: beside the block under the pointer or, on touch screens, beside that of the caret. */
import { Direction, type EditorView, type ViewUpdate } from '@codemirror/view';
import { type BlockRange, blockAt, isSameLevel, selectedBlocks } from '../read-blocks.ts';

export interface Handle {
  /** The place where its block begins in the text. */
  readonly from: number;
  /** The middle of the block's first line, below the top of what the handle is placed in. */
  readonly middlePx: number;
  /** The way that the block goes: the handle is where it begins. */
  readonly dir: 'ltr' | 'rtl';
}

export class HandlePlace {
  readonly #view: EditorView;
  readonly #listeners = new Set<() => void>();
  #handle: Handle | undefined;
  readonly #hover = matchMedia('(hover: hover)');
  #frame: Element | undefined;
  /** While the block's menu is open, or it is dragged. */
  isKept = false;

  constructor(view: EditorView) {
    this.#view = view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): Handle | undefined => this.#handle;

  /** @param frame what the handle is placed in; @returns how to stop */
  watch(frame: HTMLElement, room: HTMLElement): () => void {
    this.#frame = frame;
    const point = (event: PointerEvent) => {
      if (event.pointerType !== 'touch' && !this.isKept && event.buttons === 0) this.#point(event.clientY);
    };
    const leave = ({ pointerType }: PointerEvent) => {
      // A finger leaves whenever it is lifted.
      if (pointerType !== 'touch') this.#hide();
    };
    room.addEventListener('pointermove', point);
    room.addEventListener('pointerleave', leave);
    // It may be written already by the time the handle is there.
    const view = this.#view;
    if (view.hasFocus && !this.#hover.matches) this.#showSoon(view.state.selection.main.head);
    return () => {
      room.removeEventListener('pointermove', point);
      room.removeEventListener('pointerleave', leave);
    };
  }

  /** Every edit moves blocks, and the caret. */
  follow({ docChanged, selectionSet, focusChanged, geometryChanged, view }: ViewUpdate): void {
    if (this.isKept) return;
    if (this.#hover.matches) {
      if (docChanged) this.#hide();
      return;
    }
    if (!docChanged && !selectionSet && !focusChanged && !geometryChanged) return;
    if (view.hasFocus) this.#showSoon(view.state.selection.main.head);
    else this.#hide();
  }

  /** @returns the handle's blocks: all that are selected, when its own is among them */
  blocks(): BlockRange | undefined {
    const { state } = this.#view;
    const block = this.#handle && blockAt(state, this.#handle.from);
    if (!block) return undefined;
    const selected = state.selection.main.empty ? undefined : selectedBlocks(state);
    const isAmong =
      selected &&
      isSameLevel(selected.first, block) &&
      selected.first.from <= block.from &&
      selected.last.to >= block.to;
    return isAmong ? selected : { first: block, last: block };
  }

  showAt(position: number): void {
    const block = blockAt(this.#view.state, position);
    const line = block && this.#view.coordsAtPos(block.from);
    const frame = this.#frame?.getBoundingClientRect();
    if (!block || !frame) {
      this.#hide();
      return;
    }
    const place = this.#view.lineBlockAt(block.from);
    const top = line?.top ?? this.#view.documentTop + place.top;
    const bottom = line?.bottom ?? top + Math.min(place.height, 28);
    const dir = this.#view.textDirectionAt(block.from) === Direction.RTL ? 'rtl' : 'ltr';
    this.#change({ from: block.from, middlePx: Math.round((top + bottom) / 2 - frame.top), dir });
  }

  #point(y: number): void {
    const height = y - this.#view.documentTop;
    if (height < 0 || height > this.#view.contentHeight) this.#hide();
    else this.showAt(this.#view.lineBlockAtHeight(height).from);
  }

  /** An update is no time to measure. */
  #showSoon(position: number): void {
    this.#view.requestMeasure({
      key: this,
      read: () => this.showAt(Math.min(position, this.#view.state.doc.length)),
    });
  }

  #hide(): void {
    if (!this.isKept) this.#change(undefined);
  }

  #change(handle: Handle | undefined): void {
    const before = this.#handle;
    if (handle?.from === before?.from && handle?.middlePx === before?.middlePx && handle?.dir === before?.dir)
      return;
    this.#handle = handle;
    for (const listener of this.#listeners) listener();
  }
}
