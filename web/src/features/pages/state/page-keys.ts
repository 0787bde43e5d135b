/** The keys of the queries of pages. All begin with the same word: what is told of pages concerns each of them. */

export const pageKeys = {
  all: ['pages'],
  trees: ['pages', 'tree'],
  tree: (organizationId: string) => ['pages', 'tree', organizationId],
  favorites: (userId: string) => ['pages', 'favorites', userId],
  trash: (organizationId: string) => ['pages', 'trash', organizationId],
  workspace: (pageId: string) => ['pages', 'workspace', pageId],
} as const;
