/** Puts the open page on paper when the browser prints. */
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type * as Y from 'yjs';
import { useLoadedWhenIdle } from '../../../lib/browser/loaded-when-idle.ts';
import { useWindowEvent } from '../../../lib/browser/window-events.ts';
import type { LinkablePages } from '../links/linkable-page.ts';
import { readTexts } from '../state/page-document.ts';
import type { ShownImages } from '../view/shown-images.ts';
import { loadedPrintedPage, loadPrintedPage } from './print-page.ts';

interface PrintingProps {
  readonly document: Y.Doc;
  readonly images: ShownImages;
  readonly pages: LinkablePages;
}

export function Printing({ document: page, images, pages }: PrintingProps) {
  const [isPrinting, setPrinting] = useState(false);
  useLoadedWhenIdle(loadPrintedPage, false);
  // The browser takes what is there when the event ends.
  useWindowEvent('beforeprint', () => flushSync(() => setPrinting(true)));
  useWindowEvent('afterprint', () => setPrinting(false));
  const PrintedPage = loadedPrintedPage()?.PrintedPage;
  if (!isPrinting || !PrintedPage) return null;
  return createPortal(<PrintedPage {...readTexts(page)} images={images} pages={pages} />, document.body);
}
