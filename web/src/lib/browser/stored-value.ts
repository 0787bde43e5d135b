/** A JSON value kept in the browser's storage, as React state. A browser without storage just forgets it. */
import { useState } from 'react';

/** @param isValid refuses what an older version or another hand wrote there */
export function useStoredValue<T>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(key, isValid) ?? initial);
  const store = (next: T) => {
    setValue(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Kept for this visit only.
    }
  };
  return [value, store];
}

/** {@link useStoredValue} for what is on or off. */
export function useStoredSwitch(key: string, initial: boolean): [boolean, (value: boolean) => void] {
  return useStoredValue(key, initial, isBoolean);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function read<T>(key: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
