/** Which blocks this device's person chose last from the slash menu, the latest first. */
import { read, store } from '../../../../lib/browser/storage/stored-value.ts';

const KEY = 'trellis-recent-blocks';
const MOST = 3;

export function recentBlocks(): readonly string[] {
  return read(KEY, isNames) ?? [];
}

export function rememberBlock(name: string): void {
  store(KEY, [name, ...recentBlocks().filter((other) => other !== name)].slice(0, MOST));
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
