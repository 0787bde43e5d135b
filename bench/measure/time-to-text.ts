/// <reference lib="dom" />
/** When a person can read what they came for: the time from the beginning of a visit to the frame that shows a text. */
import type { Page } from '@playwright/test';

const LONGEST_MS = 30_000;

declare global {
  interface Window {
    timeOfText?: Promise<number>;
  }
}

/** To be called before the visit. @param selector where the text stands @param text a part of it */
export async function watchForText(page: Page, selector: string, text: string): Promise<void> {
  await page.addInitScript(watch, [selector, text] as const);
}

/** @returns milliseconds since the document was asked for @throws {Error} after half a minute */
export async function timeOfText(page: Page): Promise<number> {
  const time = page.evaluate(() => window.timeOfText ?? Number.NaN);
  const late = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error(`The text did not appear at ${page.url()}.`));
    setTimeout(fail, LONGEST_MS).unref();
  });
  return Promise.race([time, late]);
}

/** Presses something on the page that is open. @returns milliseconds from there to the frame with the text */
export async function timeFrom(page: Page, pressed: string, selector: string, text: string): Promise<number> {
  await page.evaluate(watch, [selector, text] as const);
  const start = await page.evaluate((what) => {
    const link = document.querySelector<HTMLElement>(what);
    const now = performance.now();
    link?.click();
    return now;
  }, pressed);
  return (await timeOfText(page)) - start;
}

/** Runs in the page. */
function watch([selector, text]: readonly [string, string]): void {
  window.timeOfText = new Promise((resolve) => {
    const isThere = () =>
      [...document.querySelectorAll<HTMLElement>(selector)].some(
        (element) => element.textContent?.includes(text) && element.checkVisibility(),
      );
    const look = () => {
      if (!isThere()) return;
      observer.disconnect();
      // A message that is posted within a frame arrives once that frame was drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(undefined);
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    look();
  });
}
