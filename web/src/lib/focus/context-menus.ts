/**
 * A menu that was opened at a point gives the focus back to the element it was opened on, or to where it was. If the
 * chosen item has opened a dialog, that has the focus by the time the menu has faded away, and keeps it.
 * @returns the library's option: an element, true for where it was, or false
 */
export function focusAfterMenu(openedOn: (() => HTMLElement | null) | undefined): HTMLElement | boolean {
  if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') != null) return false;
  return openedOn?.() ?? true;
}
