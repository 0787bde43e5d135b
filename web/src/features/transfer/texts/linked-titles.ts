/** The titles that links say in an export: a link that says a former title of its page says the present one. */
import { pageTitle } from '../../../lib/page/page-title.ts';

/** @returns the present title where `said` is a former one; undefined where the link keeps its words */
export type TitleOf = (pageId: string, said: string) => string | undefined;

/**
 * @param pages those that the person sees
 * @param former the names that pages had before
 */
export function titlesOf(
  pages: readonly { readonly id: string; readonly name: string }[],
  former: readonly { readonly page_id: string | null; readonly old_name: string | null }[],
): TitleOf {
  const names = new Map(pages.map(({ id, name }) => [id, pageTitle(name)]));
  const formers = new Set(former.map(({ page_id, old_name }) => `${page_id} ${pageTitle(old_name)}`));
  return (id, said) => {
    const name = names.get(id);
    return name !== said && formers.has(`${id} ${said}`) ? name : undefined;
  };
}
