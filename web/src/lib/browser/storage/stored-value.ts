/** A JSON value kept in the browser's storage, as React state. A browser without storage just forgets it. */
import { useState } from 'react';

/** @param isValid refuses values of an older version or another program */
export function useStoredValue<T>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(key, isValid) ?? initial);
  const change = (next: T) => {
    setValue(next);
    store(key, next);
  };
  return [value, change];
}

/** The browser keeps one for all of its tabs, and one for each tab, which lasts as long as the tab. */
type Kept = 'localStorage' | 'sessionStorage';

export function store(key: string, value: unknown, kept: Kept = 'localStorage'): void {
  try {
    window[kept].setItem(key, JSON.stringify(value));
  } catch {
    // A browser without storage forgets it.
  }
}

/** {@link useStoredValue} for a switch. */
export function useStoredSwitch(key: string, initial: boolean): [boolean, (value: boolean) => void] {
  return useStoredValue(key, initial, isBoolean);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** @returns undefined when there is nothing of that kind */
export function read<T>(
  key: string,
  isValid: (value: unknown) => value is T,
  kept: Kept = 'localStorage',
): T | undefined {
  try {
    const value: unknown = JSON.parse(window[kept].getItem(key) ?? 'null');
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
