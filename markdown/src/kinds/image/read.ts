/** A picture, and pictures side by side, in the reading view. */
import { type Content, type Element, element, words } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';
import type { Image, Pictures } from './node.ts';
import { captionOf } from './picture-words.ts';

export const read: Pick<Readers, 'image' | 'pictures'> = {
  image: (node) => [readImage(node)],
  pictures: readPictureRow,
};

function readImage({ url, words: alt, title }: Image): Element {
  return element('img', { src: url, alt, ...(title !== '' && { title }) });
}

function readPictureRow({ children, ...place }: Pictures): Content[] {
  return [element('div', { className: ['picture-row'] }, children.map(readPicture), place)];
}

function readPicture(image: Image): Element {
  const caption = captionOf(image.words, image.title);
  const picture = readImage(image);
  picture.properties['data-captioned'] = String(caption !== '');
  return element('figure', {}, [
    picture,
    ...(caption === '' ? [] : [element('figcaption', {}, [words(caption)])]),
  ]);
}
