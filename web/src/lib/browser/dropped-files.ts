/** Files dragged in from outside: the browser would leave the app to open an unhandled one. */

export function keepDroppedFilesOut(): void {
  for (const type of ['dragover', 'drop'] as const) {
    window.addEventListener(type, refuseUntaken);
    // A tree lets none through to the window. Whatever takes files there comes later, and takes them nevertheless.
    const inTree = (event: DragEvent) => {
      if (event.target instanceof Element && event.target.closest('[role=tree]')) refuseUntaken(event);
    };
    window.addEventListener(type, inTree, true);
  }
}

function refuseUntaken(event: DragEvent): void {
  if (!isUntaken(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** While files are dragged, their names and types are not told yet. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

function isUntaken(event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } {
  const isForField = event.target instanceof Element && event.target.closest('input[type="file"]') !== null;
  return !event.defaultPrevented && !isForField && hasFiles(event.dataTransfer);
}
