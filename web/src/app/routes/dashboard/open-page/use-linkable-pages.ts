/** The workspace's pages for the links of the open one, and the making of pages that a link names first. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LinkablePage, LinkablePages } from '../../../../features/editor/linked-pages/linkable-page.ts';
import { pageTreeQuery } from '../../../../features/pages/api/page-queries.ts';
import { useLatestPageForest } from '../../../../features/pages/api/use-page-forest.ts';
import type { TreePage } from '../../../../features/pages/tree/page-forest.ts';
import { randomUuid } from '../../../../lib/browser/random-uuid.ts';
import { pagePath } from '../../../../lib/paths.ts';
import { useSignedIn } from '../../../../lib/session/signed-in.ts';
import { toast } from '../../../../ui/toasts/toasts.ts';

/** @returns the same object while the page is open */
export function useLinkablePages(organizationId: string | undefined, pageId: string): LinkablePages {
  const queryClient = useQueryClient();
  const { user } = useSignedIn();
  const latestForest = useLatestPageForest(organizationId ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they do is the same for the same page
  return useMemo(() => {
    // Few links are to pages that are not there yet.
    const make = async (id: string, name: string): Promise<void> => {
      try {
        const { createLinkedPage } = await import('./create-linked-page.ts');
        const siblings = latestForest().childrenOf(pageId);
        const linked = { id, name, organizationId, parentId: pageId, userId: user.id, siblings };
        await createLinkedPage(queryClient, linked);
      } catch {
        // Its code did not come.
        toast('error', `The page “${name}” could not be created`);
      }
    };
    return {
      path: pagePath(pageId),
      list: () => [...latestForest().pages.values()].map((page) => linkable(page)),
      nameOf: (id) => latestForest().pages.get(id)?.name,
      iconOf: (id) => latestForest().pages.get(id)?.look?.icon,
      subscribe: (listener) => watchTree(queryClient, organizationId ?? '', listener),
      create: (name) => {
        const id = randomUuid();
        void make(id, name);
        return { id, name, path: pagePath(id), ancestors: () => [] };
      },
    };
    function linkable({ id, name, look }: TreePage): LinkablePage {
      const ancestors = () =>
        latestForest()
          .ancestorsOf(id)
          .map((page) => page.name);
      return { id, name, path: pagePath(id), icon: look?.icon, ancestors };
    }
  }, [organizationId, pageId, user.id]);
}

function watchTree(queryClient: QueryClient, organizationId: string, listener: () => void): () => void {
  const [about, kind, id] = pageTreeQuery(organizationId).queryKey;
  return queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    if (type === 'updated' && queryKey[0] === about && queryKey[1] === kind && queryKey[2] === id) listener();
  });
}
