/** Pictures side by side with their captions, in place of their Markdown or beneath it. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { readFileAddress } from '../../../files/file-address.ts';
import type { Picture } from '../../markdown/picture-row.ts';
import type { ShownImages } from '../../view/shown-images.ts';
import { FileWidget } from '../file/file-widget.ts';
import { ImageWidget } from './image-widget.ts';
import { shareRow } from './share-row.ts';

export class PictureRowWidget extends WidgetType {
  readonly #images: readonly (ImageWidget | FileWidget)[];
  readonly #captions: readonly string[];

  constructor(pictures: readonly Picture[], images: ShownImages) {
    super();
    this.#images = pictures.map(({ address, alt, caption }) =>
      readFileAddress(address, location.origin)
        ? new FileWidget({ address, words: alt, as: 'itself' }, 'row', caption !== '')
        : new ImageWidget(address, alt, images, caption !== ''),
    );
    this.#captions = pictures.map(({ caption }) => caption);
  }

  override eq(other: PictureRowWidget): boolean {
    return (
      other.#captions.join('\n') === this.#captions.join('\n') &&
      other.#images.length === this.#images.length &&
      this.#images.every((image, index) => isSame(image, other.#images[index]))
    );
  }

  toDOM(view: EditorView): HTMLElement {
    const row = document.createElement('div');
    row.className = 'picture-row';
    this.#images.forEach((image, index) => {
      const figure = row.appendChild(document.createElement('figure'));
      figure.append(image.toDOM(view));
      const caption = this.#captions[index];
      if (caption) figure.appendChild(document.createElement('figcaption')).textContent = caption;
    });
    shareRow(row);
    return row;
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof HTMLButtonElement;
  }
}

function isSame(one: ImageWidget | FileWidget, other: ImageWidget | FileWidget | undefined): boolean {
  if (one instanceof FileWidget) return other instanceof FileWidget && one.eq(other);
  return other instanceof ImageWidget && one.eq(other);
}
