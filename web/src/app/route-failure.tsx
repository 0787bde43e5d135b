/** What is left when a whole screen breaks, or its code cannot be loaded. */
import { useRouteError } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

export function RouteFailure() {
  const error = useRouteError();
  return (
    <main>
      <ErrorState
        isScreen
        title="Something went wrong"
        action={
          <>
            <Button look="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <Button onClick={() => window.location.assign(paths.landing)}>Go to the start</Button>
          </>
        }
      >
        {error instanceof Error ? error.message : 'An unexpected error occurred. Please try again.'}
      </ErrorState>
    </main>
  );
}
