/** The words that a list is searched for, and the page of it that is shown. Another search begins at the first page. */
import { useState } from 'react';
import { useSettled } from '../../../lib/hooks/use-timer.ts';

const SETTLED_AFTER_MS = 250;

export function useList<Filter extends string>(all: Filter) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>(all);
  const [page, setPage] = useState(1);
  const settled = useSettled(search.trim(), SETTLED_AFTER_MS);
  return {
    search,
    /** The search once nobody types any more. */
    settled,
    filter,
    page,
    setPage,
    setSearch: (next: string) => {
      setSearch(next);
      setPage(1);
    },
    setFilter: (next: Filter) => {
      setFilter(next);
      setPage(1);
    },
  };
}
