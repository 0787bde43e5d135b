/** Loads what puts the open page on paper, once nothing else is to be done. */
export const loadPrinting = () => import('./printing.tsx');

/** Opens the browser's print dialog, which also saves a PDF. */
export async function printPage(): Promise<void> {
  await (await loadPrinting()).printInParts();
}
