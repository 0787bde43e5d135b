/** Keeps a workspace's kept tree in step with what the server tells of it, and asks for what was missed. */
import type { QueryClient } from '@tanstack/react-query';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { pendingChanges } from '../../../lib/pending-changes.ts';
import { supabase } from '../../../lib/supabase.ts';
import type { TreePage } from '../state/page-forest.ts';
import { applyPageNews, NewestChanges, readPageNews } from '../state/page-news.ts';
import { pageTreeQuery } from './page-queries.ts';

// Longer than a write takes to commit: its time in the log is that of its beginning.
const MARGIN_S = 60;

interface ToldPages {
  /** All of them. */
  readonly pageIds: readonly string[];
  readonly goneIds: readonly string[];
}

export class LiveTree {
  readonly #queryClient: QueryClient;
  readonly #organizationId: string;
  readonly #newest = new NewestChanges();
  /** By this device's clock, whose error does not matter: only spans of time are sent. */
  #inStepAt: number | undefined;

  constructor(queryClient: QueryClient, organizationId: string) {
    this.#queryClient = queryClient;
    this.#organizationId = organizationId;
  }

  /** @returns the pages that the message told of; undefined where it did not, and {@link catchUp} brings it */
  apply(told: unknown): ToldPages | undefined {
    const news = readPageNews(told);
    if (!news) return undefined;
    const fresh = this.#newest.take(news);
    const { queryKey } = pageTreeQuery(this.#organizationId);
    pendingChanges<TreePage>(this.#queryClient, queryKey).accept((pages) => applyPageNews(pages, fresh));
    const goneIds = fresh.gone.map(({ id }) => id);
    return { pageIds: [...news.pages.map(({ id }) => id), ...goneIds], goneIds };
  }

  /**
   * Brings what changed since the tree was read, or since the last time, in one request.
   * @returns false when the person is no member of the workspace any more
   * @throws {AppError}
   */
  async catchUp(): Promise<boolean> {
    const { queryKey } = pageTreeQuery(this.#organizationId);
    const readAt = this.#queryClient.getQueryState(queryKey)?.dataUpdatedAt;
    const since = this.#inStepAt ?? (readAt || Date.now());
    const askedAt = Date.now();
    const { data, error, status } = await supabase.rpc('list_page_changes', {
      organization_id: this.#organizationId,
      within_seconds: Math.max(askedAt - since, 0) / 1000 + MARGIN_S,
    });
    if (error) throw toDataError(error, status);
    if (data === null) return false;
    this.apply(data);
    this.#inStepAt = askedAt;
    return true;
  }
}
