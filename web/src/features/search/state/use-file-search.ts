/** The files whose names answer the typed text. They come below the pages, as they come: nothing waits for them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useIsConnected } from '../../../lib/browser/connection.ts';
import { useSettled } from '../../../lib/hooks/use-timer.ts';
import { searchFilesQuery } from '../api/search-files.ts';
import type { FoundFile } from '../found-file.ts';
import { holds } from '../matches.ts';

// A moment after the pages are asked for, which people look for more often.
const ASK_AFTER_MS = 160;

/** @param typed trimmed; an empty text asks nothing */
export function useFileSearch(organizationId: string, typed: string): readonly FoundFile[] {
  const isConnected = useIsConnected();
  const settled = useSettled(typed, ASK_AFTER_MS);
  const question = typed === '' ? '' : settled;
  const { data } = useQuery({
    ...searchFilesQuery(organizationId, question),
    enabled: question !== '' && isConnected,
    placeholderData: keepPreviousData,
  });
  // Those that answer an earlier text stay while they answer this one, too.
  return typed === '' || !data ? [] : data.filter(({ name }) => holds(name, typed));
}
