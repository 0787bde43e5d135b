/** Find and replace on the open page, floating over its top. Its code comes when the browser is idle. */
import { findNext, findPrevious, replaceNext } from '@codemirror/search';
import type { Command, EditorView } from '@codemirror/view';
import { ArrowDown, ArrowUp, CaseSensitive, Regex, WholeWord, X } from 'lucide-react';
import { type KeyboardEvent, useTransition } from 'react';
import { Button } from '../../../ui/button.tsx';
import { INPUT_CLASSES } from '../../../ui/fields/text-field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { EditorChanges } from '../view/editor-changes.ts';
import { replaceEverything } from './replace-everything.ts';
import { goToMatch } from './search-state.ts';
import { type Find, useFind } from './use-find.ts';
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

type Switch = 'caseSensitive' | 'wholeWord' | 'regexp';

const SWITCHES: readonly { readonly name: Switch; readonly label: string; readonly icon: typeof X }[] = [
  { name: 'caseSensitive', label: 'Match case', icon: CaseSensitive },
  { name: 'wholeWord', label: 'Whole words', icon: WholeWord },
  { name: 'regexp', label: 'Regular expression', icon: Regex },
];

export function FindBar(props: FindBarProps) {
  const { view, withReplace, onClose } = props;
  const find = useFind(props);
  const close = () => {
    onClose();
    view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    goToMatch(view, find.query);
    close();
  };
  return (
    <search aria-label="Find on this page" className="find-bar" onKeyDown={onKeyDown}>
      <FindField {...props} find={find} />
      {withReplace && <ReplaceField {...props} find={find} />}
      <FindTools {...props} find={find} />
      {withReplace && <ReplaceButtons {...props} find={find} />}
      <IconButton label="Close" className="find-close" onClick={close}>
        <X aria-hidden />
      </IconButton>
    </search>
  );
}

interface PartProps extends FindBarProps {
  readonly find: Find;
}

function FindField({ view, timesAsked, find: { wish, change } }: PartProps) {
  return (
    <input
      dir="auto"
      key={timesAsked}
      ref={select}
      aria-label="Find"
      placeholder="Find"
      className={`${INPUT_CLASSES} find-field`}
      value={wish.search}
      onChange={(event) => change({ search: event.target.value })}
      onKeyDown={(event) => onEnter(event, () => (event.shiftKey ? findPrevious : findNext)(view))}
    />
  );
}

/** Right after the first field for the Tab key, as it is below it for the eye. */
function ReplaceField({ view, find: { wish, change } }: PartProps) {
  return (
    <input
      dir="auto"
      aria-label="Replace with"
      placeholder="Replace with"
      className={`${INPUT_CLASSES} replace-field`}
      value={wish.replace}
      onChange={(event) => change({ replace: event.target.value })}
      onKeyDown={(event) => onEnter(event, () => replaceNext(view))}
    />
  );
}

function FindTools({ view, find: { wish, change, result } }: PartProps) {
  const run = (command: Command) => () => command(view);
  return (
    <div className="find-tools">
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
    </div>
  );
}

function ReplaceButtons({ view, onReplaceAll, find: { query } }: PartProps) {
  const [isReplacing, startReplacing] = useTransition();
  const replaceAll = () => startReplacing(() => replaceEverything(view, query, async () => onReplaceAll?.()));
  return (
    <div className="replace-buttons">
      <Button onClick={() => replaceNext(view)}>Replace</Button>
      <Button onClick={isReplacing ? undefined : replaceAll}>Replace all</Button>
    </div>
  );
}

/** The next word is typed over the one that was looked for before. */
function select(field: HTMLInputElement | null): void {
  field?.select();
}

function onEnter(event: KeyboardEvent, run: () => void): void {
  // While an input method composes a character, Enter belongs to it.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  run();
}
