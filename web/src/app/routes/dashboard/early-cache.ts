/**
 * The cache of the person behind the gate. It begins to read what every screen there shows before it is known that the
 * session is good: the answers come while the profile is asked for, and not after it. What the server refuses is asked again
 * by the screen.
 */
import type { QueryClient } from '@tanstack/react-query';
import { readStoredSession } from '../../../features/auth/state/session/stored-session.ts';
import { favoritesQuery } from '../../../features/pages/api/favorites.ts';
import { pageTreeQuery } from '../../../features/pages/api/page-queries.ts';
import { choiceOfWorkspace, membershipsQuery } from '../../../lib/current-workspace.ts';
import { keepQueries, restoreQueries } from '../../../lib/kept-queries.ts';
import { createQueryClient } from '../../../lib/query-client.ts';
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
    const organizationId = choiceOfWorkspace(this.userId);
    void this.queryClient.prefetchQuery(membershipsQuery(this.userId));
    void this.queryClient.prefetchQuery(favoritesQuery(this.userId));
    if (organizationId) void this.queryClient.prefetchQuery(pageTreeQuery(organizationId));
  }
}

let early: CacheOfPerson | undefined;

/** @returns who can be expected behind the gate; undefined for nobody, and where the second step is missing */
export function expectedUserId(): string | undefined {
  const session = readStoredSession();
  return session && !lacksSecondStep(session) ? session.user.id : undefined;
}

export function beginCache(userId: string): void {
  early?.drop();
  early = new CacheOfPerson(userId);
  void early.read();
}

/** @returns the cache that was begun for this person, once; else a new one */
export function takeCache(userId: string): CacheOfPerson {
  const begun = early;
  early = undefined;
  if (begun?.userId === userId) return begun;
  begun?.drop();
  return new CacheOfPerson(userId);
}
