/** A file of the page in place of its Markdown, or beneath it. */
import { type EditorView, WidgetType } from '@codemirror/view';
import type { FoundFile } from '../../../../../../markdown/src/kinds/file/syntax.ts';
import type { DrawnFile } from '../../../files/draw/file-options.ts';
import { fileKind, readFileAddress } from '../../../files/file-address.ts';
import { linkAt } from '../link/link-at.ts';
import { openLink } from '../link/link-popover-state.ts';
import { fileAt } from './file-source.ts';

type Place = 'block' | 'line' | 'row';

/** The file that an element shows, and what was said of it before it was drawn. */
interface Drawing {
  words: string;
  isGone: boolean;
  drawn?: DrawnFile | undefined;
}

const drawings = new WeakMap<HTMLElement, Drawing>();
/** The heights of files that were there: one that is scrolled back to has its height before it is read again. */
const heights = new Map<string, number>();

// Before anything is known of it: as large as draw/pictures.css makes it, and with the room around it.
const PICTURE_PX = 332;
const CARD_PX = 72;

export class FileWidget extends WidgetType {
  readonly file: FoundFile;
  readonly place: Place;
  readonly isCaptioned: boolean;

  constructor(file: FoundFile, place: Place, isCaptioned = false) {
    super();
    this.file = file;
    this.place = place;
    this.isCaptioned = isCaptioned;
  }

  override eq(other: FileWidget): boolean {
    return this.#isLike(other) && other.file.words === this.file.words;
  }

  #isLike(other: FileWidget): boolean {
    const { address, as } = this.file;
    return other.file.address === address && other.file.as === as && other.place === this.place;
  }

  override get estimatedHeight(): number {
    return this.place === 'block' ? this.#height : -1;
  }

  get #height(): number {
    const { address, as } = this.file;
    const isPicture = as === 'itself' && fileKind(readFileAddress(address)?.name ?? '') === 'picture';
    return heights.get(this.#name) ?? (isPicture ? PICTURE_PX : CARD_PX);
  }

  get #name(): string {
    return `${this.file.address} ${this.file.words}`;
  }

  toDOM(view: EditorView): HTMLElement {
    const element = document.createElement(this.place === 'block' ? 'div' : 'span');
    element.className = this.place === 'block' ? 'cm-file' : 'cm-file-inline';
    if (this.place === 'block') element.style.minHeight = `${this.#height}px`;
    const drawing: Drawing = { words: this.file.words, isGone: false };
    drawings.set(element, drawing);
    void this.#draw(element.appendChild(document.createElement('span')), element, drawing, view);
    return element;
  }

  /** Another width or other words: the same picture stays. */
  override updateDOM(element: HTMLElement, view: EditorView, from: FileWidget): boolean {
    const drawing = drawings.get(element);
    if (!drawing || !this.#isLike(from)) return false;
    drawing.words = this.file.words;
    drawing.drawn?.update(this.file.words);
    view.requestMeasure();
    return true;
  }

  override destroy(element: HTMLElement): void {
    const drawing = drawings.get(element);
    if (!drawing) return;
    drawing.isGone = true;
    drawing.drawn?.destroy();
  }

  override ignoreEvent({ target, type }: Event): boolean {
    if (!(target instanceof Element)) return false;
    if (target.closest('a, button, input, form, video, audio, iframe, [role=slider]')) return true;
    return type === 'dblclick';
  }

  async #draw(element: HTMLElement, whole: HTMLElement, drawing: Drawing, view: EditorView): Promise<void> {
    const { drawFile } = await import('../../../files/draw-file.ts');
    if (drawing.isGone) return;
    const onResize = () => {
      whole.style.minHeight = '';
      if (this.place === 'block' && whole.offsetHeight > 0) heights.set(this.#name, whole.offsetHeight);
      view.requestMeasure();
    };
    const { address, as } = this.file;
    drawing.drawn = drawFile(element, address, as, {
      words: drawing.words,
      isCaptioned: this.isCaptioned,
      onResize,
      // Pictures in a row share it.
      editing: view.state.readOnly || this.place === 'row' ? undefined : editingAt(view, whole, address),
    });
  }
}

function editingAt(view: EditorView, element: HTMLElement, address: string) {
  // A file that is out of the page has no place any more.
  const find = () =>
    view.dom.contains(element) ? fileAt(view.state, view.posAtDOM(element), address) : undefined;
  const id = readFileAddress(address, location.origin)?.id;
  return {
    setWords: (words: string) => {
      const found = find();
      if (!found) return;
      view.dispatch({
        changes: { from: found.wordsFrom, to: found.wordsTo, insert: words },
        userEvent: 'input.resize',
      });
    },
    remove: () => {
      const found = id === undefined ? undefined : find();
      if (found) view.dispatch({ changes: { from: found.from, to: found.to }, userEvent: 'remove.block' });
    },
    onMore: () => {
      const found = find();
      const link = found && linkAt(view.state, found.from);
      if (link) view.dispatch({ effects: openLink.of({ kind: 'look', from: link.from, to: link.to }) });
    },
  };
}
