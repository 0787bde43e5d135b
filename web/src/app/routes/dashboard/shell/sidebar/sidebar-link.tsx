/** A link of the sidebar; collapsed, its icon alone. */
import type { LucideIcon } from 'lucide-react';
import { NavLink } from 'react-router';
import { classNames } from '../../../../../ui/class-names.ts';
import { WithTooltip } from '../../../../../ui/tooltip.tsx';

interface SidebarLinkProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly isCollapsed: boolean;
  readonly onNavigate: (() => void) | undefined;
}

export function SidebarLink({ to, icon: Icon, name, isCollapsed, onNavigate }: SidebarLinkProps) {
  const link = (
    <NavLink
      to={to}
      end
      onClick={onNavigate}
      aria-label={isCollapsed ? name : undefined}
      className={({ isActive }) =>
        classNames(
          'flex items-center gap-2.5 rounded-md transition-colors',
          isCollapsed ? 'mx-auto size-9 justify-center' : 'h-8 px-2.5',
          isActive
            ? 'bg-selected font-medium text-ink'
            : 'text-ink-muted hover:bg-hover hover:text-ink active:bg-selected',
        )
      }
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {!isCollapsed && name}
    </NavLink>
  );
  if (!isCollapsed) return link;
  return (
    <WithTooltip text={name} side="right">
      {link}
    </WithTooltip>
  );
}
