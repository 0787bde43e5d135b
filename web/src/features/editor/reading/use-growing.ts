/** A number that grows to its limit, one by one, between other work. */
import { startTransition, useState } from 'react';
import { useTimer } from '../../../lib/hooks/use-timer.ts';

export function useGrowing(limit: number): number {
  const [count, setCount] = useState(1);
  useTimer(() => startTransition(() => setCount(count + 1)), count < limit ? 0 : undefined, count);
  return Math.min(count, limit);
}
