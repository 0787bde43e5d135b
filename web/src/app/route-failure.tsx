/** What is left when a whole screen breaks, or its code cannot be loaded. */
import { useRouteError } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';

export function RouteFailure() {
  const error = useRouteError();
  return (
    <main
      role="alert"
      className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 px-4"
    >
      <title>Something went wrong · Trellis</title>
      <h1 className="text-xl font-semibold tracking-tight">Something went wrong</h1>
      <p className="text-ink-muted">
        {error instanceof Error ? error.message : 'An unexpected error occurred. Please try again.'}
      </p>
      <div className="flex gap-2">
        <Button look="primary" onClick={() => window.location.reload()}>
          Reload
        </Button>
        <Button onClick={() => window.location.assign(paths.landing)}>Go to the start</Button>
      </div>
    </main>
  );
}
