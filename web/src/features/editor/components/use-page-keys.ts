/** The keys of the open page as a whole. */
import { isInPopup, isWriting, useWindowKeys } from '../../../lib/browser/window-keys.ts';
import { printPage } from '../printing/print-page.ts';

interface PageKeys {
  /** Left out where the browser's own search finds everything. */
  readonly onFind: ((withReplace: boolean) => void) | undefined;
  /** Left out where the editor selects. */
  readonly onSelectAll: (() => void) | undefined;
}

export function usePageKeys({ onFind, onSelectAll }: PageKeys): void {
  useWindowKeys((event) => {
    if (isInPopup(event.target)) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isCommand) return;
    const key = event.key.toLowerCase();
    if (onFind && (key === 'f' || key === 'h')) {
      event.preventDefault();
      onFind(key === 'h');
    } else if (onSelectAll && key === 'a' && !isWriting(event.target)) {
      event.preventDefault();
      onSelectAll();
    } else if (key === 'p') {
      event.preventDefault();
      void printPage();
    }
  });
}
