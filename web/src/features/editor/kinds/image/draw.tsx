/** Images as they are read, and rows of pictures. */
import type { KindDrawer } from '../../drawing/kind-drawers.tsx';
import { PageImage } from './page-image.tsx';
import { shareRow } from './share-row.ts';
import './picture-row.css';

// Blank lines are such elements, too.
const share = (element: HTMLElement | null) =>
  element?.matches('.picture-row') ? shareRow(element) : undefined;

export const draw: readonly KindDrawer[] = [
  { name: 'img', draw: PageImage },
  { name: 'div', draw: ({ node: _, ...row }) => <div ref={share} {...row} /> },
];
