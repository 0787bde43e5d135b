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

function read<T>(key: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
