/** Narrows the tree down to the pages of a name. */
import { ListFilter } from 'lucide-react';
import type { KeyboardEvent } from 'react';

interface PageFilterProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the person goes on to what was found. */
  readonly onLeave: () => void;
}

export function PageFilter({ value, onChange, onLeave }: PageFilterProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && value !== '') {
      // A drawer around it stays open.
      event.stopPropagation();
      onChange('');
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <div className="relative mx-2 mb-0.5 shrink-0">
      <ListFilter
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-3.5 text-ink-muted"
      />
      <input
        type="search"
        aria-label="Filter pages"
        placeholder="Filter pages"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-7 w-full min-w-0 rounded-md bg-transparent ps-8 pe-2 text-base text-ink outline-offset-0 placeholder:text-ink-muted hover:bg-hover focus:bg-canvas sm:text-[0.8125rem]"
      />
    </div>
  );
}
