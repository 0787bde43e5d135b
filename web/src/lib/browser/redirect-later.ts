/** Leaves a success screen after a moment. */
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** @param path where to go once it is given; undefined waits */
export function useRedirectLater(path: string | undefined, delayMs: number): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (path === undefined) return;
    const timer = setTimeout(() => navigate(path, { replace: true }), delayMs);
    return () => clearTimeout(timer);
  }, [path, delayMs, navigate]);
}
