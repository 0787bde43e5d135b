/**
 * Puts a text on the clipboard. Browsers give pages without a secure context (plain HTTP) no clipboard, so the browser's
 * own copying is answered with the text there, as if it had been selected.
 */

/** Said where {@link copyText} failed. */
export const COPY_BY_HAND = 'Select the text and copy it by hand.';

const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Call it while handling a click or a key: browsers refuse to copy otherwise.
 * @returns false when the browser let neither way
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    // biome-ignore lint/plugin: the one place that asks for it; what follows is the way without
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyAsSelection(text);
  }
}

/** The focus stays where it is: a dialog would fetch it back, and a menu would close. */
function copyAsSelection(text: string): boolean {
  const selection = document.getSelection();
  if (!selection) return false;
  const before = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  // Some browsers copy only with a selection, and nothing beneath an open layer can be selected.
  const layer = document.activeElement?.closest(LAYERS) ?? document.body;
  const stand = layer.appendChild(document.createElement('span'));
  stand.textContent = '·';
  stand.ariaHidden = 'true';
  Object.assign(stand.style, {
    position: 'fixed',
    opacity: '0',
    userSelect: 'text',
    webkitUserSelect: 'text',
  });
  let isTaken = false;
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    // The editor would answer with its own selection.
    event.stopImmediatePropagation();
    isTaken = event.clipboardData !== null;
  };
  window.addEventListener('copy', answer, { capture: true });
  try {
    selection.selectAllChildren(stand);
    return document.execCommand('copy') && isTaken;
  } finally {
    window.removeEventListener('copy', answer, { capture: true });
    stand.remove();
    selection.removeAllRanges();
    for (const range of before) selection.addRange(range);
  }
}
