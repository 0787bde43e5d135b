/** The icon of the browser's tab, for a page with one of our own icons. An emoji stands in the tab's title. */
import { useMemo } from 'react';
import { ownIcon } from '../../../../lib/page/page-look.ts';

export function TabIcon({ icon }: { readonly icon: string | undefined }) {
  const address = useMemo(() => (icon === undefined ? undefined : drawnIcon(icon)), [icon]);
  // Browsers take the last one of several.
  return address !== undefined && <link rel="icon" type="image/svg+xml" href={address} />;
}

/** As the styles have it, in the color that it has on the screen. */
function drawnIcon(icon: string): string | undefined {
  const own = ownIcon(icon);
  if (!own) return undefined;
  const probe = document.body.appendChild(document.createElement('i'));
  probe.dataset.pageIcon = own.name;
  probe.style.color = `var(--icon-${own.color})`;
  const { color } = getComputedStyle(probe);
  const [, address] = /url\("(.*)"\)/.exec(getComputedStyle(probe).getPropertyValue('--page-icon')) ?? [];
  probe.remove();
  return address?.replaceAll('currentColor', encodeURIComponent(color));
}
