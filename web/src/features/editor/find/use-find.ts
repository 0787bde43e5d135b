/** The search on the open page: the words looked for, and how often they are there. */
import { SearchQuery, setSearchQuery } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { EditorChanges } from '../view/editor-changes.ts';
import { countMatches } from './count-matches.ts';
import { endSearch, startSearch } from './search-state.ts';

interface Wish {
  readonly search: string;
  readonly replace: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly regexp: boolean;
}

export interface Find {
  readonly wish: Wish;
  readonly change: (part: Partial<Wish>) => void;
  readonly query: SearchQuery;
  /** In words. */
  readonly result: string;
}

interface FindOptions {
  readonly view: EditorView;
  readonly changes: EditorChanges;
  /** Each time, the text that is selected by then is looked for. */
  readonly timesAsked: number;
}

export function useFind({ view, changes, timesAsked }: FindOptions): Find {
  const [wish, setWish] = useState<Wish>(() => firstWish(view));
  const [timesAnswered, setTimesAnswered] = useState(timesAsked);
  if (timesAsked !== timesAnswered) {
    setTimesAnswered(timesAsked);
    const { search } = firstWish(view);
    if (view.hasFocus && search !== '') setWish({ ...wish, search });
  }
  const query = queryOf(wish);
  const result = useSyncExternalStore(changes.subscribe, () => countMatches(view.state, query));
  useEffect(() => {
    startSearch(view);
    return () => endSearch(view);
  }, [view]);
  useEffect(() => {
    view.dispatch({ effects: setSearchQuery.of(queryOf(wish)) });
  }, [view, wish]);
  return { wish, query, result, change: (part) => setWish({ ...wish, ...part }) };
}

function queryOf(wish: Wish): SearchQuery {
  return new SearchQuery({ ...wish, literal: !wish.regexp });
}

/** The search begins with the selected text. */
function firstWish({ state }: EditorView): Wish {
  const { from, to } = state.selection.main;
  const selected = state.sliceDoc(from, Math.min(to, from + 200));
  return {
    search: selected.includes('\n') ? '' : selected,
    replace: '',
    caseSensitive: false,
    wholeWord: false,
    regexp: false,
  };
}
