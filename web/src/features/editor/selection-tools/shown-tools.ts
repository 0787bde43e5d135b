/** Whether the tools for the selection are shown, and where. Not while a selection is still being drawn. */
import type { EditorView, ViewUpdate } from '@codemirror/view';
import type { EditorChanges } from '../view/editor-changes.ts';
import { focusSelectionTools } from './selection-tools-keys.ts';
import { hasTools, type ToolbarPlace, toolbarPlace } from './toolbar-place.ts';

// Beside the page's bar, which has the same buttons, there is no room.
const HAS_ROOM = '(width >= 48rem)';
// Before it is drawn; its first button is as wide as the block's kind is long.
const WIDTH_PX = 252;

export class ShownTools {
  readonly #view: EditorView;
  readonly #listeners = new Set<() => void>();
  #place: ToolbarPlace | undefined;
  #frame: HTMLElement | undefined;
  #isPointing = false;
  #isDismissed = false;
  #isKept = false;

  constructor(view: EditorView) {
    this.#view = view;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): ToolbarPlace | undefined => this.#place;

  /** @param element the toolbar's own; @returns how to stop */
  watch(element: HTMLElement, changes: EditorChanges): () => void {
    this.#frame = element;
    const controller = new AbortController();
    const { signal } = controller;
    const { contentDOM } = this.#view;
    contentDOM.addEventListener('pointerdown', () => (this.#isPointing = true), { signal });
    const release = () => {
      if (!this.#isPointing) return;
      this.#isPointing = false;
      // The editor has set the selection by then.
      setTimeout(() => this.#look());
    };
    window.addEventListener('pointerup', release, { signal });
    window.addEventListener('pointercancel', release, { signal });
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !this.#place) return;
      this.#dismiss();
      if (event.currentTarget !== element) return;
      event.stopPropagation();
      this.#view.focus();
    };
    element.addEventListener('keydown', leave, { signal });
    contentDOM.addEventListener('keydown', leave, { signal });
    const unsubscribe = changes.subscribe((update) => this.#follow(update));
    return () => {
      controller.abort();
      unsubscribe();
    };
  }

  /** A menu of the toolbar has the focus. */
  readonly keep = (isKept: boolean): void => {
    this.#isKept = isKept;
  };

  /** Until something else is selected. */
  #dismiss(): void {
    this.#isDismissed = true;
    this.#change(undefined);
  }

  #follow(update: ViewUpdate): void {
    const { selectionSet, docChanged, focusChanged, geometryChanged, transactions } = update;
    if (transactions.some(({ effects }) => effects.some((effect) => effect.is(focusSelectionTools)))) {
      this.#isDismissed = false;
      this.#look();
      queueMicrotask(() => this.#frame?.querySelector<HTMLElement>('button')?.focus());
      return;
    }
    if (selectionSet || docChanged) this.#isDismissed = false;
    if (!selectionSet && !docChanged && !focusChanged && !geometryChanged) return;
    if (!hasTools(update.state)) this.#change(undefined);
    // An update is no time to measure.
    else this.#view.requestMeasure({ key: this, read: () => this.#look() });
  }

  #look(): void {
    const view = this.#view;
    const frame = this.#frame?.offsetParent;
    const isHeld = view.hasFocus || this.#isKept || this.#frame?.contains(document.activeElement) === true;
    const isWanted = !this.#isPointing && !this.#isDismissed && isHeld && hasTools(view.state);
    if (!isWanted || !frame || !matchMedia(HAS_ROOM).matches) this.#change(undefined);
    else this.#change(toolbarPlace(view, frame, this.#frame?.offsetWidth || WIDTH_PX));
  }

  #change(place: ToolbarPlace | undefined): void {
    const before = this.#place;
    if (place?.x === before?.x && place?.y === before?.y) return;
    this.#place = place;
    for (const listener of this.#listeners) listener();
  }
}
