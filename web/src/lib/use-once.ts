import { useEffect, useEffectEvent } from 'react';

/** Does something once the component and its children are there. */
export function useOnce(run: () => unknown): void {
  const begin = useEffectEvent(run);
  useEffect(() => void begin(), []);
}
