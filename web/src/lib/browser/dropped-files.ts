/** Files dragged in from outside: the browser would leave the app to open an unhandled one. */

export function keepDroppedFilesOut(): void {
  window.addEventListener('dragover', (event) => {
    if (!isUntaken(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  });
  window.addEventListener('drop', (event) => {
    if (isUntaken(event)) event.preventDefault();
  });
}

/** While files are dragged, their names and types are not told yet. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

function isUntaken(event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } {
  const isForField = event.target instanceof Element && event.target.closest('input[type="file"]') !== null;
  return !event.defaultPrevented && !isForField && hasFiles(event.dataTransfer);
}
