/** Puts the open page on paper when the browser prints. */
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type * as Y from 'yjs';
import { useWindowEvent } from '../../../lib/browser/window-events.ts';
import { readTexts } from '../../document/words/page-document.ts';
import type { LinkablePages } from '../linked-pages/linkable-page.ts';
import type { Printed } from '../reading/reading-view.tsx';
import type { ShownImages } from '../view/shown-images.ts';
import { PrintedPage } from './printed-page.tsx';
import { wantedPrint } from './wanted-print.ts';

export { printInParts } from './print-in-parts.ts';

export interface PrintingProps {
  readonly document: Y.Doc;
  readonly images: ShownImages;
  readonly pages: LinkablePages;
}

export function Printing({ document: page, images, pages }: PrintingProps) {
  const [printed, setPrinted] = useState<Printed>();
  // The browser takes what is there when the event ends. What was drawn in parts is there already.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinted((before) => before ?? wantedPrint())));
  useWindowEvent('afterprint', () => flushSync(() => setPrinted(undefined)));
  if (!printed) return null;
  return createPortal(
    <PrintedPage {...readTexts(page)} images={images} pages={pages} printed={printed} />,
    document.body,
  );
}
