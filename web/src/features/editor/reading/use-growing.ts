/** A number that grows to its limit, one by one, between other work. */
import { startTransition, useEffect, useState } from 'react';

export function useGrowing(limit: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= limit) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + 1)));
    return () => clearTimeout(timer);
  }, [count, limit]);
  return Math.min(count, limit);
}
