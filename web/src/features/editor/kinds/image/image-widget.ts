/** An image in place of its Markdown; one from elsewhere only once the reader has asked for it. */
import { type EditorView, WidgetType } from '@codemirror/view';
import { imageSource } from '../../markdown/image-source.ts';
import type { ShownImages } from '../../view/shown-images.ts';

export class ImageWidget extends WidgetType {
  readonly address: string;
  readonly alt: string;
  readonly isShown: boolean;
  /** Whether its words stand below it. */
  readonly isCaptioned: boolean;
  readonly #images: ShownImages;

  constructor(address: string, alt: string, images: ShownImages, isCaptioned = false) {
    super();
    this.address = address;
    this.alt = alt;
    this.isCaptioned = isCaptioned;
    this.#images = images;
    const source = imageSource(address, location.origin);
    this.isShown = source.kind === 'remote' && images.getHosts().has(source.host);
  }

  override eq(other: ImageWidget): boolean {
    return (
      other.address === this.address &&
      other.alt === this.alt &&
      other.isShown === this.isShown &&
      other.isCaptioned === this.isCaptioned
    );
  }

  toDOM(view: EditorView): HTMLElement {
    const source = imageSource(this.address, location.origin);
    const words = this.isCaptioned ? '' : this.alt;
    // The code that draws it comes with the page's parts.
    if (source.kind === 'file') return document.createElement('span');
    if (source.kind === 'none') return missing(words);
    if (source.kind === 'remote' && !this.isShown) {
      return placeholder(words, source.host, () => this.#images.show(source.host));
    }
    return picture(source.url, this.alt, () => view.requestMeasure());
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof HTMLButtonElement;
  }
}

/** The heights of pictures that were there: one that is scrolled back to has its height before it is read again. */
const heights = new Map<string, number>();

function picture(url: string, alt: string, onSize: () => void): HTMLElement {
  // Changes in the widget's own element are its business. Put in that element's place, words would be read as typed.
  const frame = document.createElement('span');
  const image = document.createElement('img');
  image.className = 'page-image';
  image.alt = alt;
  image.referrerPolicy = 'no-referrer';
  image.decoding = 'async';
  const height = heights.get(url);
  if (height !== undefined) image.style.height = `${height}px`;
  image.addEventListener('load', () => {
    image.style.height = '';
    if (image.offsetHeight > 0) heights.set(url, image.offsetHeight);
    onSize();
  });
  image.addEventListener('error', () => {
    frame.replaceChildren(missing(alt));
    onSize();
  });
  image.src = url;
  frame.append(image);
  return frame;
}

function placeholder(alt: string, host: string, onShow: () => void): HTMLElement {
  const frame = document.createElement('span');
  frame.className = 'image-placeholder';
  const text = document.createElement('span');
  text.textContent = alt === '' ? `Image from ${host}` : `${alt} (image from ${host})`;
  const button = document.createElement('button');
  button.type = 'button';
  button.tabIndex = -1;
  button.textContent = 'Show images';
  button.title = `Show the images from ${host} on this page`;
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', onShow);
  frame.append(text, button);
  return frame;
}

function missing(alt: string): HTMLElement {
  const frame = document.createElement('span');
  frame.className = 'image-placeholder';
  frame.textContent = alt === '' ? 'Image that cannot be shown' : `${alt} (image that cannot be shown)`;
  return frame;
}
