/** Parts of one screen, one at a time. */
import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface Tab {
  readonly id: string;
  readonly name: string;
  readonly content: ReactNode;
  readonly disabled?: boolean;
}

export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <BaseTabs.Root defaultValue={tabs[0]?.id}>
      <BaseTabs.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, name, disabled = false }) => (
          <BaseTabs.Tab
            key={id}
            value={id}
            disabled={disabled}
            className="min-h-9 shrink-0 rounded-t-md px-3 font-medium whitespace-nowrap text-ink-muted -outline-offset-2 transition-colors hover:text-ink data-active:text-ink data-disabled:cursor-not-allowed data-disabled:opacity-55"
          >
            {name}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-accent transition-[translate,width] duration-150 forced-colors:bg-[Highlight]" />
      </BaseTabs.List>
      {tabs.map(({ id, content }) => (
        <BaseTabs.Panel key={id} value={id} className="pt-4">
          {content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
