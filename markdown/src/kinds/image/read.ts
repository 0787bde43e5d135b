/** A picture, and pictures side by side, in the reading view. */
import { type Content, type Element, element, words } from '../../read/elements.ts';
import type { Image, Pictures } from '../../tree/nodes.ts';
import { captionOf } from './picture-words.ts';

export function readImage({ url, alt, title }: Image): Element {
  return element('img', { src: url, alt, ...(title !== '' && { title }) });
}

export function readPictureRow({ children, ...place }: Pictures): Content[] {
  return [element('div', { className: ['picture-row'] }, children.map(readPicture), place)];
}

function readPicture(image: Image): Element {
  const caption = captionOf(image.alt, image.title);
  const picture = readImage(image);
  picture.properties['data-captioned'] = String(caption !== '');
  return element('figure', {}, [
    picture,
    ...(caption === '' ? [] : [element('figcaption', {}, [words(caption)])]),
  ]);
}
