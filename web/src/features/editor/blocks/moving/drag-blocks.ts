/** Drags blocks by their handle, with mouse, finger or pen. Escape takes the drag back. */
import type { EditorView } from '@codemirror/view';
import type { EditorChanges } from '../../view/editor-changes.ts';
import { type BlockRange, blocksBetween } from '../read-blocks.ts';
import { type DropPlace, dropPlace } from './drop-place.ts';
import { moveTo } from './move-blocks.ts';
import { setTarget } from './target-blocks.ts';

interface DragOptions {
  readonly view: EditorView;
  readonly changes: EditorChanges;
  /** Tells where the blocks would land now; undefined for nowhere. */
  readonly onPlace: (place: DropPlace | undefined) => void;
  /** @param wasDragged false for a mere press */
  readonly onEnd: (wasDragged: boolean) => void;
}

const FIRST_PX = 4;
const EDGE_PX = 56;
const SCROLL_PX = 12;

/** To be called as the pointer goes down on the handle of these blocks. */
export function dragBlocks(down: PointerEvent, moved: BlockRange, options: DragOptions): void {
  new Drag(down, moved, options).begin();
}

class Drag {
  readonly #down: PointerEvent;
  readonly #options: DragOptions;
  readonly #scroller: Element;
  readonly #controller = new AbortController();
  #span: { from: number; to: number };
  #point: { readonly x: number; readonly y: number };
  #place: DropPlace | undefined;
  #frame = 0;
  #isDragging = false;

  constructor(down: PointerEvent, { first, last }: BlockRange, options: DragOptions) {
    this.#down = down;
    this.#options = options;
    this.#span = { from: first.from, to: last.to };
    this.#point = { x: down.clientX, y: down.clientY };
    this.#scroller = scrollerOf(options.view.dom);
  }

  begin(): void {
    const { signal } = this.#controller;
    const { target, pointerId } = this.#down;
    if (target instanceof Element) target.setPointerCapture(pointerId);
    window.addEventListener('pointermove', (event) => this.#move(event), { signal });
    window.addEventListener('pointerup', () => this.#drop(), { signal });
    window.addEventListener('pointercancel', () => this.#stop(true), { signal });
    window.addEventListener('keydown', (event) => this.#cancel(event), { signal, capture: true });
    // Others write on meanwhile.
    const unsubscribe = this.#options.changes.subscribe(({ docChanged, changes }) => {
      if (docChanged)
        this.#span = { from: changes.mapPos(this.#span.from, 1), to: changes.mapPos(this.#span.to, -1) };
    });
    signal.addEventListener('abort', unsubscribe);
  }

  #move({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    if (pointerId !== this.#down.pointerId) return;
    this.#point = { x, y };
    const distance = Math.hypot(x - this.#down.clientX, y - this.#down.clientY);
    if (!this.#isDragging && distance < FIRST_PX) return;
    if (!this.#isDragging) {
      this.#isDragging = true;
      this.#options.view.dispatch({ effects: setTarget.of(this.#span) });
      this.#scroll();
    }
    this.#look();
  }

  #look(): void {
    const { view, onPlace } = this.#options;
    const moved = blocksBetween(view.state, this.#span);
    this.#place = moved && dropPlace(view, moved, this.#point.x, this.#point.y);
    onPlace(this.#place);
  }

  readonly #scroll = (): void => {
    const { top, bottom } = this.#scroller.getBoundingClientRect();
    const { y } = this.#point;
    const by = y < top + EDGE_PX ? -SCROLL_PX : y > bottom - EDGE_PX ? SCROLL_PX : 0;
    const before = this.#scroller.scrollTop;
    this.#scroller.scrollTop += by;
    if (this.#scroller.scrollTop !== before) this.#look();
    this.#frame = requestAnimationFrame(this.#scroll);
  };

  #drop(): void {
    const { view } = this.#options;
    if (!this.#isDragging) {
      this.#stop(false);
      return;
    }
    this.#look();
    const moved = blocksBetween(view.state, this.#span);
    const step = moved && this.#place && moveTo(view.state, moved, this.#place.landing);
    this.#stop(true);
    if (step) view.dispatch(step);
    view.focus();
  }

  #cancel(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#stop(true);
  }

  #stop(wasDragged: boolean): void {
    const { view, onPlace, onEnd } = this.#options;
    this.#controller.abort();
    cancelAnimationFrame(this.#frame);
    onPlace(undefined);
    view.dispatch({ effects: setTarget.of(undefined) });
    onEnd(wasDragged);
  }
}

function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}
