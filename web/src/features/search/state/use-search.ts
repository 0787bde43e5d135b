/** The pages that answer what is typed: the server's answer, and until it comes what this browser knows by name. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useIsConnected } from '../../../lib/browser/connection.ts';
import { useSettled } from '../../../lib/use-timer.ts';
import { searchQuery } from '../api/search-pages.ts';
import type { FoundPage, KnownPage } from './found-page.ts';
import { fold, wordsOf } from './matches.ts';

// Shorter than the time between two keys of most people, so that half-typed words are not asked for.
const ASK_AFTER_MS = 80;
const MOST_KNOWN = 20;

export interface Search {
  readonly found: readonly FoundPage[];
  /** The server's answer to what is typed is still to come. */
  readonly isPending: boolean;
  /** What is found answers what was typed before. */
  readonly isOutdated: boolean;
  readonly hasFailed: boolean;
  readonly isOffline: boolean;
  retry(): void;
}

/** @param typed trimmed; nothing is asked for nothing */
export function useSearch(organizationId: string, typed: string, known: readonly KnownPage[]): Search {
  const isOffline = !useIsConnected();
  const settled = useSettled(typed, ASK_AFTER_MS);
  // At once when it is emptied.
  const question = typed === '' ? '' : settled;
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...searchQuery(organizationId, question),
    enabled: question !== '' && !isOffline,
    placeholderData: keepPreviousData,
  });
  const findByName = useMemo(() => byName(known), [known]);
  // What failed was asked for these words, not for those typed since.
  const hasFailed = isError && !isOffline && question === typed;
  const canAnswer = !hasFailed && !isOffline && question !== '';
  const answer = canAnswer ? data : undefined;
  const isAnswered = answer !== undefined && !isPlaceholderData && question === typed;
  return {
    found: typed === '' ? [] : (answer ?? findByName(typed)),
    isPending: typed !== '' && !hasFailed && !isOffline && !isAnswered,
    isOutdated: typed !== '' && answer !== undefined && !isAnswered,
    hasFailed,
    isOffline,
    retry: () => void refetch(),
  };
}

/** @returns what finds pages by their names, which are folded once, with the first question */
function byName(known: readonly KnownPage[]): (question: string) => FoundPage[] {
  let names: { readonly id: string; readonly name: string; readonly folded: string }[] | undefined;
  return (question) => {
    names ??= known.map(({ id, name }) => ({ id, name, folded: fold(name) }));
    const asked = fold(question);
    const words = wordsOf(question);
    return names
      .filter(({ folded }) => words.every((word) => folded.includes(word)))
      .sort((a, b) => Number(b.folded.startsWith(asked)) - Number(a.folded.startsWith(asked)))
      .slice(0, MOST_KNOWN)
      .map(({ id, name }) => ({ id, name, match: 'title', snippet: null }));
  };
}
