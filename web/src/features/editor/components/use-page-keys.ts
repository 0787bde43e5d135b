/** The keys of the open page as a whole. */
import { isInPopup, useWindowKeys } from '../../../lib/browser/window-keys.ts';

/** @param onFind left out where the browser's own search finds everything */
export function usePageKeys(onFind: ((withReplace: boolean) => void) | undefined): void {
  useWindowKeys((event) => {
    if (!onFind || isInPopup(event.target)) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const key = event.key.toLowerCase();
    if (!isCommand || (key !== 'f' && key !== 'h')) return;
    event.preventDefault();
    onFind(key === 'h');
  });
}
