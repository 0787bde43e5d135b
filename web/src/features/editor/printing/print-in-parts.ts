/** Prints the open page once all of it is drawn: all of its text, whatever part of it the screen shows. */
import { atMost, pause } from '../../../lib/browser/time/pause.ts';
import { wantPrint } from './wanted-print.ts';

// Code gets its colours, and images come, while a person waits for the browser's dialog.
const SETTLE_MS = 200;
const LONGEST_WAIT_MS = 5000;

export async function printInParts(): Promise<void> {
  await atMost(untilPageIsThere(), LONGEST_WAIT_MS);
  await untilPageIsDrawn();
  await atMost(untilFilesAreDrawn(), LONGEST_WAIT_MS);
  const images = [...document.querySelectorAll<HTMLImageElement>('.printed-page img')];
  await atMost(Promise.allSettled(images.map((image) => image.decode())), LONGEST_WAIT_MS);
  window.print();
  window.dispatchEvent(new Event('afterprint'));
}

/** A key may be quicker than what it asks for. */
async function untilPageIsThere(): Promise<void> {
  while (!document.querySelector('.printed-page')) {
    wantPrint('in parts');
    window.dispatchEvent(new Event('beforeprint'));
    wantPrint('at once');
    await pause(0);
  }
}

/** How much of it is drawn is bounded, and nobody prints a half. Diagrams are busy, and formulas have their source alone, until they are drawn. */
async function untilPageIsDrawn(): Promise<void> {
  do await pause(SETTLE_MS);
  while (document.querySelector('.printed-page :is([aria-busy=true], .formula > code:only-child)'));
}

async function untilFilesAreDrawn(): Promise<void> {
  while (document.querySelector('.printed-page :is([data-file]:empty, .file-picture[data-state=loading])'))
    await pause(SETTLE_MS);
}
