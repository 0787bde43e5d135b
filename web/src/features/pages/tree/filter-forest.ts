/** The pages that a person looks for by name, with their ancestors. */
import { buildForest, type PageForest, type TreePage } from './page-forest.ts';

/** @returns the pages whose name contains the text, and their ancestors; all of them for a blank text */
export function filterForest(forest: PageForest, text: string): PageForest {
  const wanted = fold(text.trim());
  if (wanted === '') return forest;
  const kept = new Map<string, TreePage>();
  for (const page of forest.pages.values()) {
    if (!fold(page.name).includes(wanted)) continue;
    kept.set(page.id, page);
    // The ancestors of a kept page are kept already.
    for (let id = forest.parentOf(page.id); id !== null && !kept.has(id); id = forest.parentOf(id)) {
      const above = forest.pages.get(id);
      if (above) kept.set(id, above);
    }
  }
  return buildForest([...kept.values()]);
}

/** Case and accents make no difference. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}
