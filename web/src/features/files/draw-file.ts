/**
 * Draws the file that an address of a page's text names: a picture, a player, a document in place, or a card. The same
 * wherever a page is shown. Pages without files never load this.
 */
import { drawCard } from './draw/draw-card.ts';
import { drawPicture } from './draw/draw-picture.ts';
import type { DrawnFile, FileOptions } from './draw/file-options.ts';
import { fileAddress, fileKind, readFileAddress } from './file-address.ts';
import './draw/cards.css';
import './draw/pictures.css';

/** @param as what the text says: the file itself (`![…](…)`), or a link alone on its line */
export function drawFile(
  element: HTMLElement,
  address: string,
  as: 'itself' | 'card',
  options: FileOptions,
): DrawnFile | undefined {
  const file = readFileAddress(address, location.origin);
  if (!file) return undefined;
  element.dataset.file = fileAddress(file);
  if (as === 'itself' && fileKind(file.name) === 'picture') return drawPicture(element, file, options);
  return drawCard(element, file, as === 'itself', options);
}
