/** Pictures side by side are as high as each other: each takes as much of the row as it is wide for its height. */

/** @param row whose figures have a picture each, now or later */
export function shareRow(row: HTMLElement): () => void {
  const share = ({ target }: { readonly target: EventTarget | null }) => {
    const figure = target instanceof HTMLImageElement ? target.closest('figure') : null;
    if (!figure || !(target instanceof HTMLImageElement) || target.naturalHeight === 0) return;
    figure.style.flexGrow = String(target.naturalWidth / target.naturalHeight);
  };
  for (const image of row.querySelectorAll('img')) share({ target: image });
  row.addEventListener('load', share, true);
  return () => row.removeEventListener('load', share, true);
}
