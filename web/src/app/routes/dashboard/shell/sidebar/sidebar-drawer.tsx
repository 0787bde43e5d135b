/** The sidebar on phones: a drawer behind a button. */
import { Dialog } from '@base-ui/react/dialog';
import { Menu, X } from 'lucide-react';
import type { CurrentWorkspace } from '../../../../../lib/current-workspace.ts';
import { Brand } from '../../../../../ui/brand.tsx';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { SidebarContent } from './sidebar-content.tsx';

interface SidebarDrawerProps {
  readonly workspace: CurrentWorkspace | null;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function SidebarDrawer({ workspace, isOpen, onOpenChange }: SidebarDrawerProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Trigger
        render={
          <IconButton label="Open menu" className="size-10 md:hidden">
            <Menu aria-hidden />
          </IconButton>
        }
      />
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-y-0 start-0 flex w-80 max-w-[calc(100vw-3rem)] flex-col border-e border-line bg-sunken text-ink transition-transform duration-150 outline-none data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <div className="flex h-14 shrink-0 items-center justify-between px-3">
            <Dialog.Title>
              <Brand />
            </Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label="Close menu" className="size-10">
                  <X aria-hidden />
                </IconButton>
              }
            />
          </div>
          <SidebarContent workspace={workspace} isCollapsed={false} onNavigate={() => onOpenChange(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
