/**
 * The cache of the person behind the gate. It begins to read what every screen there shows before it is known that the
 * session is good: the answers come while the profile is asked for, and not after it. A question that failed is asked again
 * by the screen.
 */
import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router';
import { readStoredSession } from '../../../features/auth/state/session/stored-session.ts';
import { favoritesQuery } from '../../../features/pages/api/favorites.ts';
import { pageTreeQuery } from '../../../features/pages/api/page-queries.ts';
import { screenIsShown } from '../../../lib/browser/time/when-idle.ts';
import { choiceOfWorkspace, membershipsQuery } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { keepQueries, restoreQueries } from '../../../lib/queries/kept-queries.ts';
import { createQueryClient } from '../../../lib/queries/query-client.ts';
import { lacksSecondStep } from '../../../lib/session/second-step.ts';
import { forgetLostPages } from '../../offline/forget-lost-pages.ts';
import { watchMemberships } from '../../offline/watch-memberships.ts';

export class CacheOfPerson {
  readonly userId: string;
  readonly queryClient: QueryClient = createQueryClient();
  /** Settled when it has what an earlier visit kept. */
  readonly restoring: Promise<void>;
  #followers = 0;
  #unfollow: (() => void) | undefined;

  constructor(userId: string) {
    this.userId = userId;
    this.#unfollow = this.#start();
    this.restoring = restoreQueries(this.queryClient, userId);
  }

  /** Keeps its answers on this device, and forgets those of a workspace that the person has left, until that is ended. */
  follow(): () => void {
    this.#followers++;
    this.#unfollow ??= this.#start();
    return () => {
      this.#followers--;
      // In a moment: React's development mode leaves and comes back at once, and what waits to be kept would be lost.
      setTimeout(() => {
        if (this.#followers === 0) this.drop();
      });
    };
  }

  /** Ends it for good, with all that it knows. */
  end(): void {
    this.drop();
    this.queryClient.clear();
  }

  drop(): void {
    this.#unfollow?.();
    this.#unfollow = undefined;
  }

  #start(): () => void {
    const { queryKey } = membershipsQuery(this.userId);
    const unkeep = keepQueries(this.queryClient, this.userId);
    const forget = (pageIds: readonly string[]) => void forgetLostPages(this.userId, pageIds);
    const unwatch = watchMemberships(this.queryClient, queryKey, forget);
    return () => {
      unwatch();
      unkeep();
    };
  }

  async read(): Promise<void> {
    await this.restoring;
    const memberships = membershipsQuery(this.userId);
    const kept = this.queryClient.getQueryData(memberships.queryKey);
    // On a new device the sidebar asks, once it knows the workspace: a tree that came sooner would be drawn before the text.
    const organizationId = choiceOfWorkspace(this.userId) ?? kept?.[0]?.id;
    await Promise.all([
      this.queryClient.prefetchQuery(memberships),
      this.queryClient.prefetchQuery(favoritesQuery(this.userId)),
      organizationId && this.queryClient.prefetchQuery(pageTreeQuery(organizationId)),
    ]);
    // A page's own words come by themselves.
    if (!matchPath(paths.pagePattern, window.location.pathname)) screenIsShown();
  }
}

// A gate that opens later gets a cache of its own.
const LONGEST_EARLY_MS = 10_000;

let early: CacheOfPerson | undefined;

/** @returns who can be expected behind the gate; undefined for nobody, and where the second step is missing */
export function expectedUserId(): string | undefined {
  const session = readStoredSession();
  return session && !lacksSecondStep(session) ? session.user.id : undefined;
}

export function beginCache(userId: string): void {
  dropEarlyCache();
  const begun = new CacheOfPerson(userId);
  early = begun;
  void begun.read();
  setTimeout(() => {
    if (early === begun) dropEarlyCache();
  }, LONGEST_EARLY_MS);
}

function dropEarlyCache(): void {
  early?.end();
  early = undefined;
}

/** @returns the begun cache if it is this person's; else a new one. The begun one is given out once. */
export function takeCache(userId: string): CacheOfPerson {
  if (early?.userId !== userId) {
    dropEarlyCache();
    return new CacheOfPerson(userId);
  }
  const begun = early;
  early = undefined;
  // A screen does not ask again what has failed before it.
  begun.queryClient.removeQueries({
    predicate: ({ state }) => state.status === 'error' && state.data === undefined,
  });
  return begun;
}
