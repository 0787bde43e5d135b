/** A part of the sidebar under a heading that folds it away; which parts are open is remembered. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStoredSwitch } from '../../../../../lib/browser/storage/stored-value.ts';
import { classNames } from '../../../../../ui/class-names.ts';

interface SidebarSectionProps {
  readonly name: string;
  /** The key that remembers whether the part is open. */
  readonly storageKey: string;
  readonly isOpenAtFirst?: boolean;
  /** At the heading's end. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function SidebarSection({
  name,
  storageKey,
  isOpenAtFirst = true,
  action,
  children,
}: SidebarSectionProps) {
  const [isOpen, setOpen] = useStoredSwitch(storageKey, isOpenAtFirst);
  return (
    <>
      <div className="flex shrink-0 items-center px-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex h-7 w-full min-w-0 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] font-medium text-ink-muted transition-colors hover:bg-hover hover:text-ink"
        >
          <ChevronRight
            aria-hidden
            className={classNames('size-3.5 shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
          <span dir="auto" className="truncate" title={name}>
            {name}
          </span>
        </button>
        {action}
      </div>
      {isOpen && children}
    </>
  );
}
