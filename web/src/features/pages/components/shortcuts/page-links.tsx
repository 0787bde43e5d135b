/** A short list of links to pages in the sidebar, in rows like the tree's. */
import { FileText, Folder, type LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router';
import { keepFocusInRows } from '../../../../lib/focus/rows.ts';
import { pagePath } from '../../../../lib/paths.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { PageIcon } from '../../../../ui/icons/page-icon.tsx';
import { VisibilityMark } from '../../../sharing/visibility-mark.tsx';
import { useSeenBy } from '../../api/use-seen-by.ts';
import type { PageForest, TreePage } from '../../tree/page-forest.ts';

interface PageLinksProps {
  readonly organizationId: string;
  readonly forest: PageForest;
  readonly pages: readonly TreePage[];
  readonly onNavigate: (() => void) | undefined;
  /** A button beside each link. */
  readonly action?: {
    readonly icon: LucideIcon;
    readonly label: (page: TreePage) => string;
    readonly run: (page: TreePage) => void;
  };
}

export function PageLinks({ organizationId, forest, pages, onNavigate, action }: PageLinksProps) {
  const seenBy = useSeenBy(organizationId, forest);
  return (
    <ul ref={keepFocusInRows} className="px-2">
      {pages.map((page) => {
        const { visibility, because } = seenBy(page);
        const Icon = forest.childrenOf(page.id).length > 0 ? Folder : FileText;
        return (
          <li key={page.id} className="group relative flex items-center">
            <NavLink
              to={pagePath(page.id)}
              onClick={onNavigate}
              title={page.name}
              className={({ isActive }) =>
                classNames(
                  'flex h-8 min-w-0 flex-1 items-center gap-1.5 rounded-md ps-6 pe-2 -outline-offset-2',
                  isActive
                    ? 'bg-selected font-medium text-ink'
                    : 'text-ink-muted hover:bg-hover hover:text-ink',
                )
              }
            >
              {page.look?.icon === undefined ? (
                <Icon aria-hidden className="size-4 shrink-0 opacity-80" />
              ) : (
                <PageIcon icon={page.look.icon} className="text-[0.8125rem]" />
              )}
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {page.name}
              </span>
              <VisibilityMark visibility={visibility} because={because?.name} />
            </NavLink>
            {action && (
              <IconButton
                label={action.label(page)}
                onClick={() => action.run(page)}
                className="absolute end-1 size-6 bg-sunken [&_svg]:size-3.5 pointer-fine:[.group:not(:hover,:focus-within)_&]:opacity-0"
              >
                <action.icon aria-hidden />
              </IconButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
