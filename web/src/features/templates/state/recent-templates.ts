/** Which templates this device's person used last, the latest first. */
import { read, store } from '../../../lib/browser/storage/stored-value.ts';

const KEY = 'trellis-recent-templates';
const MOST = 6;

export function recentTemplates(): readonly string[] {
  return read(KEY, isKeys) ?? [];
}

export function rememberTemplate(key: string): void {
  store(KEY, [key, ...recentTemplates().filter((other) => other !== key)].slice(0, MOST));
}

function isKeys(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((key) => typeof key === 'string');
}
