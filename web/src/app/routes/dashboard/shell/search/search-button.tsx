/** The way to the search in the sidebar, with the keys that open it. */
import { Search } from 'lucide-react';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { preloadSearch, useOpenSearch } from './search-host.tsx';

const KEYS = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

interface SearchButtonProps {
  readonly isCollapsed: boolean;
  readonly onNavigate?: (() => void) | undefined;
}

export function SearchButton({ isCollapsed, onNavigate }: SearchButtonProps) {
  const open = useOpenSearch();
  const press = () => {
    onNavigate?.();
    open();
  };
  const shared = { onClick: press, onPointerEnter: preloadSearch, onFocus: preloadSearch };
  if (isCollapsed)
    return (
      <IconButton label="Search" className="mx-auto size-9" {...shared}>
        <Search aria-hidden />
      </IconButton>
    );
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-ink-muted transition-colors hover:bg-hover hover:text-ink active:bg-selected"
      {...shared}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      Search
      <kbd aria-hidden className="ms-auto font-sans text-xs">
        {KEYS}
      </kbd>
    </button>
  );
}
