/** The icons that this device's person chose last. */
import { useStoredValue } from '../../../../lib/browser/storage/stored-value.ts';
import { type IconColor, isIconColor } from '../../../../lib/page/known-looks.ts';

// As many as stand in one row.
const MOST = 8;

function isIconList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

export function useRecentIcons(): [readonly string[], (icon: string) => void] {
  const [recent, store] = useStoredValue<readonly string[]>('trellis-recent-icons', [], isIconList);
  return [recent, (icon) => store([icon, ...recent.filter((each) => each !== icon)].slice(0, MOST))];
}

export function useIconColor(): [IconColor, (color: IconColor) => void] {
  return useStoredValue<IconColor>('trellis-icon-color', 'blue', isIconColor);
}
