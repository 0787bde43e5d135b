/** Files dragged in from outside: the browser would leave the app to open an unhandled one. */

export function keepDroppedFilesOut(): void {
  for (const type of ['dragover', 'drop'] as const)
    for (const isFirst of [false, true]) window.addEventListener(type, refuseUntaken, isFirst);
}

function refuseUntaken(event: DragEvent): void {
  // A tree lets none through to the window. Other takers of files come later there, and take them nevertheless.
  const isFirst = event.eventPhase === Event.CAPTURING_PHASE;
  if (!isUntaken(event) || (isFirst && !isIn(event, '[role=tree]'))) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

/** While files are dragged, their names and types are not known yet. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

function isUntaken(event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } {
  return !event.defaultPrevented && !isIn(event, 'input[type="file"]') && hasFiles(event.dataTransfer);
}

function isIn({ target }: DragEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
