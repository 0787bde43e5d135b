/** The pages that answer the typed text: the server's answer, and until then this browser's matches by name. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIsConnected } from '../../../lib/browser/connection.ts';
import { useSettled } from '../../../lib/hooks/use-timer.ts';
import { searchQuery } from '../api/search-pages.ts';
import type { FoundPage, KnownPage } from '../found-page.ts';
import { fold, wordsOf } from '../matches.ts';

// Waits out quick typing, so that the app asks for fewer half-typed words.
const ASK_AFTER_MS = 80;
const MOST_KNOWN = 20;

export interface Search {
  readonly found: readonly FoundPage[];
  /** The server has not answered the typed text yet. */
  readonly isPending: boolean;
  /** The found pages answer an earlier text. */
  readonly isOutdated: boolean;
  readonly hasFailed: boolean;
  readonly failure: unknown;
  readonly isOffline: boolean;
  retry(): void;
}

/** @param typed trimmed; an empty text asks nothing */
export function useSearch(organizationId: string, typed: string, known: readonly KnownPage[]): Search {
  const isOffline = !useIsConnected();
  const settled = useSettled(typed, ASK_AFTER_MS);
  // An emptied field counts at once.
  const question = typed === '' ? '' : settled;
  const { data, isPlaceholderData, isError, error, refetch } = useQuery({
    ...searchQuery(organizationId, question),
    enabled: question !== '' && !isOffline,
    placeholderData: keepPreviousData,
  });
  const findByName = useMemo(() => byName(known), [known]);
  // The failure is about these words, not those typed since.
  const hasFailed = isError && !isOffline && question === typed;
  const canAnswer = !hasFailed && !isOffline && question !== '';
  const answer = canAnswer ? data : undefined;
  const isAnswered = answer !== undefined && !isPlaceholderData && question === typed;
  return {
    found: typed === '' ? [] : (answer ?? findByName(typed)),
    isPending: typed !== '' && !hasFailed && !isOffline && !isAnswered,
    isOutdated: typed !== '' && answer !== undefined && !isAnswered,
    hasFailed,
    failure: error,
    isOffline,
    retry: () => void refetch(),
  };
}

/** @returns a search by name; it folds the names once, at the first question */
function byName(known: readonly KnownPage[]): (question: string) => FoundPage[] {
  let names: { readonly id: string; readonly name: string; readonly folded: string }[] | undefined;
  return (question) => {
    names ??= known.map(({ id, name }) => ({ id, name, folded: fold(name) }));
    const asked = fold(question);
    const words = wordsOf(question);
    return names
      .filter(({ folded }) => words.every((word) => folded.includes(word)))
      .map((page) => ({ ...page, likeness: likeness(page.folded, asked, words) }))
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, MOST_KNOWN)
      .map(({ id, name }) => ({ id, name, match: 'title', snippet: null }));
  };
}

const NO_WORD = /[^\p{L}\p{N}]+/u;

/** Ranks a name as the server does: the whole of it, whole words of it, its beginning, any part. */
function likeness(name: string, asked: string, words: readonly string[]): number {
  if (name === asked) return 3;
  const whole = new Set(name.split(NO_WORD));
  if (words.every((word) => whole.has(word))) return 2;
  return name.startsWith(asked) ? 1 : 0;
}
