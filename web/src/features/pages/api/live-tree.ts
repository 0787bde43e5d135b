/** Keeps a workspace's kept tree in step with what the database tells of it, and asks for what was missed. */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Database } from '../../../lib/database.types.generated.ts';
import { toDataError } from '../../../lib/errors/to-app-error.ts';
import { joinChannel } from '../../../lib/live-channel.ts';
import { type PendingChanges, pendingChanges } from '../../../lib/queries/pending-changes.ts';
import { queryKeys } from '../../../lib/queries/query-keys.ts';
import { setTold } from '../../../lib/queries/told-queries.ts';
import { LIVE_CHECK_INTERVAL_MS } from '../../../lib/timings.ts';
import type { TreePage } from '../tree/page-forest.ts';
import { applyPageNews, NewestChanges, type PageNews, readPageNews } from '../tree/page-news.ts';

// Longer than a write takes to commit: its time in the log is that of its beginning.
const MARGIN_S = 60;
const MONTH_MS = 30 * 24 * 3_600_000;
const SOON_MS = 50;

export interface LiveTreeOptions {
  readonly client: SupabaseClient<Database>;
  readonly queryClient: QueryClient;
  readonly organizationId: string;
  readonly userId: string;
  /** How often it asks whether a message was lost. */
  readonly checkIntervalMs?: number;
  /** Whether somebody looks: a hidden tree does not check. */
  readonly isSeen: () => boolean;
  /** The tree has the change already. @param pages undefined where it is not known of which ones */
  onTold(pages: ToldPages | undefined): void;
  /** The person is no member of the workspace any more. */
  onAccessLost(): void;
}

export interface ToldPages {
  /** All of them. */
  readonly pageIds: readonly string[];
  readonly goneIds: readonly string[];
}

export class LiveTree {
  readonly #options: LiveTreeOptions;
  readonly #queryKey: QueryKey;
  readonly #changes: PendingChanges<TreePage>;
  readonly #newest = new NewestChanges();
  /**
   * By the clock of this device that somebody may set, and by the one that stands still while some devices sleep. Their errors do not
   * matter: only spans of time are sent.
   */
  #inStepAt: readonly [wall: number, steady: number] | undefined;
  #isStopped = false;
  #wasJoined = false;
  /** Somebody else changed a page that has an unanswered change of one's own, and only the server knows which came last. */
  #isContested = false;
  #planned: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveTreeOptions) {
    this.#options = options;
    this.#queryKey = queryKeys.pages.tree(options.organizationId);
    this.#changes = pendingChanges(options.queryClient, this.#queryKey);
  }

  /** @returns how to stop */
  follow(): () => void {
    const { client, organizationId, userId, checkIntervalMs = LIVE_CHECK_INTERVAL_MS } = this.#options;
    const onTold = (event: string, payload: Readonly<Record<string, unknown>>) => {
      // A person's channel tells of all their workspaces.
      if (event !== 'pages' || (payload.organization_id ?? organizationId) !== organizationId) return;
      const told = this.#apply(payload);
      if (!told) this.#catchUpSoon();
      this.#options.onTold(told);
    };
    const workspace = joinChannel(client, `workspace:${organizationId}`, {
      onTold,
      onJoined: () => this.#setJoined(true),
      onDisconnected: () => this.#setJoined(false),
    });
    const person = joinChannel(client, `person:${userId}`, {
      onTold,
      onJoined: () => this.#catchUpSoon(),
      onDisconnected: () => undefined,
    });
    const unwatch = this.#changes.subscribe(() => {
      if (this.#isContested && this.#changes.getPending().length === 0) this.#catchUpSoon();
    });
    // A message may get lost between servers, and a proxy may let no WebSocket through: a change must not be lost with it.
    const check = setInterval(() => {
      if (this.#options.isSeen()) void this.#catchUp();
    }, checkIntervalMs);
    return () => {
      this.#isStopped = true;
      clearInterval(check);
      clearTimeout(this.#planned);
      unwatch();
      workspace.leave();
      person.leave();
      setTold(this.#options.queryClient, this.#queryKey, false);
    };
  }

  #setJoined(isJoined: boolean): void {
    setTold(this.#options.queryClient, this.#queryKey, isJoined);
    if (!isJoined) return;
    this.#catchUpSoon();
    if (this.#wasJoined) this.#options.onTold(undefined);
    this.#wasJoined = true;
  }

  /** @returns undefined where it does not say which pages, as a message that only says that there is much */
  #apply(told: unknown): ToldPages | undefined {
    const news = readPageNews(told);
    if (!news) return undefined;
    const fresh = this.#newest.take(news, this.#rows);
    this.#changes.accept((pages) => applyPageNews(pages, fresh));
    this.#isContested ||= this.#isContestedBy(fresh);
    const goneIds = fresh.gone.map(({ id }) => id);
    return { pageIds: [...news.pages.map(({ id }) => id), ...goneIds], goneIds };
  }

  get #rows(): readonly TreePage[] {
    return this.#options.queryClient.getQueryData<readonly TreePage[]>(this.#queryKey) ?? [];
  }

  #isContestedBy({ pages, gone }: PageNews): boolean {
    if (this.#changes.getPending().length === 0) return false;
    const rows = this.#rows;
    const shown = new Map(this.#changes.over(rows).map((page) => [page.id, page]));
    const told = new Map(rows.map((page) => [page.id, page]));
    return [...pages, ...gone].some(({ id }) => shown.get(id) !== told.get(id));
  }

  /** Several reasons come at the same moment, such as both channels, and one question is enough for all. */
  #catchUpSoon(): void {
    this.#planned ??= setTimeout(() => {
      this.#planned = undefined;
      void this.#catchUp();
    }, SOON_MS);
  }

  async #catchUp(): Promise<void> {
    const wasContested = this.#isContested;
    if (this.#changes.getPending().length === 0) this.#isContested = false;
    try {
      if (!(await this.#askForMissed()) && !this.#isStopped) this.#options.onAccessLost();
    } catch {
      // The next check asks again.
      this.#isContested ||= wasContested;
    }
  }

  /**
   * Brings what changed since the tree was read, or since the last time, in one request.
   * @returns false when the person is no member of the workspace any more
   * @throws {AppError}
   */
  async #askForMissed(): Promise<boolean> {
    const { client, queryClient, organizationId } = this.#options;
    const readAt = queryClient.getQueryState(this.#queryKey)?.dataUpdatedAt;
    const askedAt = [Date.now(), performance.now()] as const;
    const [wall, steady] = this.#inStepAt ?? [readAt || askedAt[0], askedAt[1]];
    // Too many rather than too few. Read after now, in an earlier visit: somebody put the clock back.
    const passed =
      wall > askedAt[0] && !this.#inStepAt ? MONTH_MS : Math.max(askedAt[0] - wall, askedAt[1] - steady);
    const { data, error, status } = await client.rpc('list_page_changes', {
      organization_id: organizationId,
      within_seconds: passed / 1000 + MARGIN_S,
    });
    if (error) throw toDataError(error, status);
    if (data === null) return false;
    if (this.#isStopped) return true;
    const told = this.#apply(data);
    // An open page does not know that it is gone.
    if (told && told.goneIds.length > 0) this.#options.onTold(told);
    this.#inStepAt = askedAt;
    return true;
  }
}
