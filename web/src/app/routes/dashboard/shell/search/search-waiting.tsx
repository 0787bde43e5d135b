/** Takes the keys while the search is loading, where its field will be: none may reach the page behind. */
import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../../../../ui/button.tsx';

interface SearchWaitingProps {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly onClose: () => void;
  readonly hasFailed: boolean;
}

export function SearchWaiting({ value, onValueChange, onClose, hasFailed }: SearchWaitingProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    // There is nothing else to go to, until it has failed.
    if (event.key === 'Tab' && !hasFailed) event.preventDefault();
  };
  return (
    <div className="fixed inset-0 z-30 flex items-start justify-center p-2 sm:p-4 sm:pt-[12vh]">
      <div aria-hidden className="absolute inset-0 bg-scrim" onPointerDown={onClose} />
      <div
        role="dialog"
        aria-modal
        aria-label="Search"
        aria-busy={!hasFailed}
        onKeyDown={onKeyDown}
        className="relative w-full max-w-xl overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-float"
      >
        <div className="flex items-center gap-2.5 px-4">
          <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
          <input
            // biome-ignore lint/a11y/noAutofocus: a dialog's field, opened by the person
            autoFocus
            aria-label="Search"
            placeholder="Search pages…"
            maxLength={200}
            value={value}
            onChange={(event) => onValueChange(event.target.value)}
            className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-muted"
          />
        </div>
        {hasFailed && (
          <div role="alert" className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5">
            <p className="min-w-0 flex-1">The search could not be loaded.</p>
            {/* A browser does not repeat a failed import. A reload keeps unsaved text. */}
            <Button onClick={() => location.reload()}>Reload</Button>
          </div>
        )}
      </div>
    </div>
  );
}
