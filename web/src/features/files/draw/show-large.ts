/** A picture as large as the screen, and from there the page's other pictures. */
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { type FileAddress, fileKind, readFileAddress } from '../file-address.ts';
import { pictureBytes, type ShownBytes } from '../state/picture-bytes.ts';
import { make, makeButton } from './elements.ts';
import { downloadFile } from './file-actions.ts';
import './large-picture.css';

export interface LargePicture {
  readonly file: FileAddress;
  readonly alt: string;
}

export function showLarge(element: Element, picture: LargePicture): void {
  const pictures = picturesAround(element, picture);
  new LargePictures(
    pictures,
    Math.max(
      0,
      pictures.findIndex(({ file }) => file.id === picture.file.id),
    ),
  ).open();
}

/** In the order of the page, as far as they are drawn. */
function picturesAround(element: Element, picture: LargePicture): readonly LargePicture[] {
  const page = element.closest('.cm-content, .reading-view');
  const all = [...(page?.querySelectorAll<HTMLElement>('.file-picture') ?? [])].flatMap((one) => {
    const file = readFileAddress(one.dataset.file ?? '');
    const alt = one.querySelector('img')?.alt ?? '';
    return file && fileKind(file.name) === 'picture' ? { file, alt } : [];
  });
  return all.some(({ file }) => file.id === picture.file.id) ? all : [picture];
}

class LargePictures {
  readonly #pictures: readonly LargePicture[];
  readonly #dialog = make('dialog', 'large-picture');
  readonly #image = make('img', 'large-picture-image');
  readonly #words = make('p', 'large-picture-words');
  #index: number;
  #shown: ShownBytes | undefined;
  #loading: AbortController | undefined;

  constructor(pictures: readonly LargePicture[], index: number) {
    this.#pictures = pictures;
    this.#index = index;
  }

  open(): void {
    const dialog = this.#dialog;
    const close = makeButton('large-picture-button', {
      label: 'Close',
      icon: X,
      press: () => dialog.close(),
    });
    const save = makeButton('large-picture-button', {
      label: 'Download',
      icon: Download,
      press: () => this.#current && void downloadFile(this.#current.file),
    });
    const bar = make('div', 'large-picture-bar');
    bar.append(this.#words, save, close);
    dialog.append(bar, this.#image);
    if (this.#pictures.length > 1) dialog.append(...this.#steps());
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    dialog.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowLeft') this.#step(-1);
      else if (event.key === 'ArrowRight') this.#step(1);
      // The page beneath has keys of its own.
      event.stopPropagation();
    });
    dialog.addEventListener('close', () => {
      this.#loading?.abort();
      this.#shown?.release();
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
    void this.#show();
  }

  get #current(): LargePicture | undefined {
    return this.#pictures[this.#index];
  }

  #steps(): HTMLElement[] {
    return [
      makeButton('large-picture-button large-picture-previous', {
        label: 'Previous picture',
        icon: ChevronLeft,
        press: () => this.#step(-1),
      }),
      makeButton('large-picture-button large-picture-next', {
        label: 'Next picture',
        icon: ChevronRight,
        press: () => this.#step(1),
      }),
    ];
  }

  #step(by: number): void {
    const { length } = this.#pictures;
    if (length < 2) return;
    this.#index = (this.#index + by + length) % length;
    void this.#show();
  }

  async #show(): Promise<void> {
    const picture = this.#current;
    if (!picture) return;
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const { file, alt } = picture;
    const place = this.#pictures.length > 1 ? `${this.#index + 1} of ${this.#pictures.length}` : '';
    this.#words.textContent = [alt || file.name, place].filter((part) => part !== '').join(' · ');
    this.#dialog.setAttribute('aria-label', `Picture: ${alt || file.name}`);
    this.#image.alt = alt || file.name;
    try {
      const shown = await pictureBytes(file.id, innerWidth * devicePixelRatio, loading.signal);
      if (loading.signal.aborted) return shown.release();
      this.#shown?.release();
      this.#shown = shown;
      this.#image.src = shown.url;
    } catch {
      if (loading.signal.aborted) return;
      this.#image.removeAttribute('src');
      this.#words.textContent = `${file.name} could not be loaded.`;
    }
  }
}
