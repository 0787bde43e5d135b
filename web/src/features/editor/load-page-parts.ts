/** Loads the parts around a page's text. Before the first page's text is drawn they would only keep it waiting. */
import { afterPaint } from '../../lib/browser/after-paint.ts';

type PageParts = typeof import('./page-parts.ts');

let parts: Promise<PageParts> | undefined;

/** To be called as the text comes into the document. @throws the error of the import; the next call tries again */
export function loadPageParts(): Promise<PageParts> {
  parts ??= afterPaint()
    .then(() => import('./page-parts.ts'))
    .catch((error) => {
      parts = undefined;
      throw error;
    });
  return parts;
}
