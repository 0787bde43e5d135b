/**
 * Which theme a person wants on this device. It is applied by public/theme.js, which runs before the first paint; this
 * module remembers the choice and tells that script.
 */
import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'trellis-theme';

function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'system');
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(theme));
  } catch {
    // Kept for this visit only.
  }
  window.dispatchEvent(new CustomEvent(KEY, { detail: theme }));
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return isTheme(theme) ? theme : 'system';
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(KEY, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(KEY, onChange);
    window.removeEventListener('storage', onChange);
  };
}
