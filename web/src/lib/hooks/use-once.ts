/** Does something once the component and its children are there. */
import { useEffect, useEffectEvent } from 'react';

export function useOnce(run: () => unknown): void {
  const begin = useEffectEvent(run);
  useEffect(() => void begin(), []);
}
