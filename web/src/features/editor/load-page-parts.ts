/** Loads the parts around a page's text. Before the first page's text is drawn they would only keep it waiting. */
import { afterPaint } from '../../lib/browser/time/after-paint.ts';
import { pause } from '../../lib/browser/time/pause.ts';

export type PageParts = typeof import('./page-parts.ts');

// A server that is started again is back by then.
const RETRY_DELAYS_MS = [500, 1500, 3000];

let parts: Promise<PageParts> | undefined;

/** To be called as the text comes into the document. @throws the error of the import; the next call tries again */
export function loadPageParts(): Promise<PageParts> {
  parts ??= afterPaint()
    .then(importParts)
    .catch((error) => {
      parts = undefined;
      throw error;
    });
  return parts;
}

async function importParts(): Promise<PageParts> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await import('./page-parts.ts');
    } catch {
      await pause(delay);
    }
  }
  return import('./page-parts.ts');
}
