/** Prints the open page: all of its text, whatever part of it the screen shows. */
import { atMost, pause } from '../../../lib/browser/pause.ts';

// Code gets its colours, and images come, while a person waits for the browser's dialog.
const SETTLE_MS = 200;
const LONGEST_WAIT_MS = 5000;

let printed: typeof import('./printed-page.tsx') | undefined;

export async function loadPrintedPage() {
  printed ??= await import('./printed-page.tsx');
  return printed;
}

export const loadedPrintedPage = (): typeof printed => printed;

/** Opens the browser's print dialog, which also saves a PDF. */
export async function printPage(): Promise<void> {
  await loadPrintedPage();
  // The page on paper is drawn as for the browser's own command, and has the time that this does not give.
  window.dispatchEvent(new Event('beforeprint'));
  await pause(SETTLE_MS);
  await atMost(untilFilesAreDrawn(), LONGEST_WAIT_MS);
  const images = [...document.querySelectorAll<HTMLImageElement>('.printed-page img')];
  await atMost(Promise.allSettled(images.map((image) => image.decode())), LONGEST_WAIT_MS);
  window.print();
  window.dispatchEvent(new Event('afterprint'));
}

async function untilFilesAreDrawn(): Promise<void> {
  while (document.querySelector('.printed-page :is([data-file]:empty, .file-picture[data-state=loading])'))
    await pause(SETTLE_MS);
}
