/** Find and replace on the open page, floating over its top. Its code comes when the browser is idle. */
import { findNext, findPrevious, replaceNext, SearchQuery, setSearchQuery } from '@codemirror/search';
import type { Command, EditorView } from '@codemirror/view';
import { ArrowDown, ArrowUp, CaseSensitive, Regex, WholeWord, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore, useTransition } from 'react';
import { Button } from '../../../ui/button.tsx';
import { INPUT_CLASSES } from '../../../ui/fields/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { EditorChanges } from '../state/editor-changes.ts';
import { countMatches } from './count-matches.ts';
import { replaceEverything } from './replace-everything.ts';
import { endSearch, startSearch } from './search-state.ts';
import './find-bar.css';

interface FindBarProps {
  readonly view: EditorView;
  readonly changes: EditorChanges;
  /** Also what is put in place of what is found. */
  readonly withReplace: boolean;
  /** Each time, the field is there to be written in. */
  readonly timesAsked: number;
  /** Before and after all matches are replaced. */
  readonly onReplaceAll?: () => void | Promise<void>;
  readonly onClose: () => void;
}

interface Wish {
  readonly search: string;
  readonly replace: string;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  readonly regexp: boolean;
}

type Switch = 'caseSensitive' | 'wholeWord' | 'regexp';

const SWITCHES: readonly { readonly name: Switch; readonly label: string; readonly icon: typeof X }[] = [
  { name: 'caseSensitive', label: 'Match case', icon: CaseSensitive },
  { name: 'wholeWord', label: 'Whole words', icon: WholeWord },
  { name: 'regexp', label: 'Regular expression', icon: Regex },
];

export function FindBar({ view, changes, withReplace, timesAsked, onReplaceAll, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const [wish, setWish] = useState<Wish>(() => firstWish(view));
  const [timesAnswered, setTimesAnswered] = useState(timesAsked);
  if (timesAsked !== timesAnswered) {
    setTimesAnswered(timesAsked);
    const { search } = firstWish(view);
    if (view.hasFocus && search !== '') setWish({ ...wish, search });
  }
  const query = new SearchQuery({ ...wish, literal: !wish.regexp });
  const result = useSyncExternalStore(changes.subscribe, () => countMatches(view.state, query));
  useEffect(() => {
    startSearch(view);
    return () => endSearch(view);
  }, [view]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for
  useEffect(() => field.current?.select(), [timesAsked]);
  useEffect(() => {
    view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ ...wish, literal: !wish.regexp })) });
  }, [view, wish]);
  const change = (part: Partial<Wish>) => setWish({ ...wish, ...part });
  const run = (command: Command) => () => command(view);
  const [isReplacing, startReplacing] = useTransition();
  const replaceAll = () => startReplacing(() => replaceEverything(view, query, async () => onReplaceAll?.()));
  const close = () => {
    onClose();
    view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    <search aria-label="Find on this page" className="find-bar" onKeyDown={onKeyDown}>
      <div className="find-row">
        <input
          ref={field}
          aria-label="Find"
          placeholder="Find"
          className={`${INPUT_CLASSES} find-field`}
          value={wish.search}
          onChange={(event) => change({ search: event.target.value })}
          onKeyDown={(event) => onEnter(event, run(event.shiftKey ? findPrevious : findNext))}
        />
        <span role="status" className="find-result">
          {result}
        </span>
        <IconButton label="Previous match" onClick={run(findPrevious)}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton label="Next match" onClick={run(findNext)}>
          <ArrowDown aria-hidden />
        </IconButton>
        {SWITCHES.map(({ name, label, icon: Icon }) => (
          <IconButton
            key={name}
            label={label}
            aria-pressed={wish[name]}
            className="aria-pressed:bg-selected aria-pressed:text-ink"
            onClick={() => change({ [name]: !wish[name] })}
          >
            <Icon aria-hidden />
          </IconButton>
        ))}
        <IconButton label="Close" className="find-close" onClick={close}>
          <X aria-hidden />
        </IconButton>
      </div>
      {withReplace && (
        <div className="find-row">
          <input
            aria-label="Replace with"
            placeholder="Replace with"
            className={`${INPUT_CLASSES} find-field`}
            value={wish.replace}
            onChange={(event) => change({ replace: event.target.value })}
            onKeyDown={(event) => onEnter(event, run(replaceNext))}
          />
          <Button onClick={run(replaceNext)}>Replace</Button>
          <Button onClick={isReplacing ? undefined : replaceAll}>Replace all</Button>
        </div>
      )}
    </search>
  );
}

function onEnter(event: KeyboardEvent, run: () => void): void {
  // While an input method composes a character, Enter belongs to it.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  run();
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
