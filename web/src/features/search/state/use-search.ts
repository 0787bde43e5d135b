/** The pages that answer what is typed: the server's answer, and until it comes what this browser knows by name. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useIsConnected } from '../../../lib/browser/connection.ts';
import { searchQuery } from '../api/search-pages.ts';
import type { FoundPage, KnownPage } from './found-page.ts';
import { fold, holds } from './matches.ts';

// Shorter than the time between two keys of most people, so that half-typed words are not asked for.
const ASK_AFTER_MS = 80;
const MOST_KNOWN = 20;

export interface Search {
  readonly found: readonly FoundPage[];
  /** Nobody knows yet whether there is anything. */
  readonly isPending: boolean;
  readonly hasFailed: boolean;
  readonly isOffline: boolean;
  retry(): void;
}

/** @param typed trimmed; nothing is asked for nothing */
export function useSearch(organizationId: string, typed: string, known: readonly KnownPage[]): Search {
  const isOffline = !useIsConnected();
  const question = useSettled(typed, ASK_AFTER_MS);
  const { data, isPlaceholderData, isError, isFetching, refetch } = useQuery({
    ...searchQuery(organizationId, question),
    enabled: question !== '' && !isOffline,
    placeholderData: keepPreviousData,
  });
  const wanted = useDeferredValue(typed);
  const hasAnswer = data !== undefined && !isError && !isOffline && question !== '';
  return {
    found: typed === '' ? [] : hasAnswer ? data : knownByName(known, wanted),
    isPending:
      !isOffline && !isError && (typed !== question || isFetching) && (!hasAnswer || isPlaceholderData),
    hasFailed: isError && !isOffline && typed !== '',
    isOffline,
    retry: () => void refetch(),
  };
}

function knownByName(known: readonly KnownPage[], question: string): FoundPage[] {
  const asked = fold(question);
  return known
    .filter(({ name }) => holds(name, question))
    .sort((a, b) => Number(fold(b.name).startsWith(asked)) - Number(fold(a.name).startsWith(asked)))
    .slice(0, MOST_KNOWN)
    .map(({ id, name }) => ({ id, name, match: 'title', snippet: null }));
}

/** @returns the value once it has stayed the same for a while; at once when it is emptied */
function useSettled(value: string, afterMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return value === '' ? '' : settled;
}
