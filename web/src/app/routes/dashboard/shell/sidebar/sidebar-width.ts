/** How wide the sidebar is on this device, and whether it is collapsed. */
import { useStoredSwitch, useStoredValue } from '../../../../../lib/browser/storage/stored-value.ts';

export const SIDEBAR_WIDTH = { least: 240, initial: 320, most: 420 } as const;

export function useSidebarWidth(): [number, (width: number) => void] {
  return useStoredValue<number>('trellis-sidebar-width', SIDEBAR_WIDTH.initial, isWidth);
}

export function useSidebarCollapsed(): [boolean, (isCollapsed: boolean) => void] {
  return useStoredSwitch('trellis-sidebar-collapsed', false);
}

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value >= SIDEBAR_WIDTH.least && value <= SIDEBAR_WIDTH.most;
}
