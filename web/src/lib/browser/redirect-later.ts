/** Leaves a success screen after a moment. */
import { useNavigate } from 'react-router';
import { useTimer } from '../hooks/use-timer.ts';

/** @param path where to go once it is given; undefined waits */
export function useRedirectLater(path: string | undefined, delayMs: number): void {
  const navigate = useNavigate();
  const leave = () => path !== undefined && navigate(path, { replace: true });
  useTimer(leave, path === undefined ? undefined : delayMs, path);
}
