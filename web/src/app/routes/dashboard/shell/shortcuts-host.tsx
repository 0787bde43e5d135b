/** Lists the keyboard shortcuts from anywhere in the shell: by "?", or from the open page. */
import { createContext, lazy, type ReactNode, use, useState } from 'react';
import { isInPopup, isWriting, useWindowKeys } from '../../../../lib/browser/window-keys.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Region } from '../../../../ui/states/region.tsx';
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx';

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

const OpenShortcutsContext = createContext<() => void>(() => {});

export function useOpenShortcuts(): () => void {
  return use(OpenShortcutsContext);
}

export function ShortcutsHost({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useWindowKeys((event) => {
    const { key, target, ctrlKey, metaKey } = event;
    if (key !== '?' || ctrlKey || metaKey || isWriting(target) || isInPopup(target)) return;
    event.preventDefault();
    open();
  });
  return (
    <OpenShortcutsContext value={open}>
      {children}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
        <Region name="The list" fallback={<SkeletonRows rows={8} label="Loading" />}>
          <ShortcutList />
        </Region>
      </Dialog>
    </OpenShortcutsContext>
  );
}
