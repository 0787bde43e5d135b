/** Replaces a screen that breaks or whose code cannot be loaded: inside the shell where that still stands. */
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { useIsConnected } from '../lib/browser/connection.ts';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/states/error-state.tsx';

export function RouteFailure() {
  return (
    <main>
      <ScreenFailure />
    </main>
  );
}

export function ScreenFailure() {
  const isConnected = useIsConnected();
  // The connection's loss may be noticed only after the screen has failed for it.
  const [wasAway, setWasAway] = useState(false);
  if (!isConnected && !wasAway) setWasAway(true);
  useEffect(() => {
    // Only a reload of the screen asks for its code again.
    if (isConnected && wasAway) window.location.reload();
  }, [isConnected, wasAway]);
  const error = useRouteError();
  const { title, text } = describe(error, !wasAway);
  return (
    <ErrorState
      isScreen
      failure={error}
      title={title}
      action={
        <>
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button onClick={() => window.location.assign(paths.landing)}>Go to the home page</Button>
        </>
      }
    >
      {text}
    </ErrorState>
  );
}

function describe(error: unknown, isConnected: boolean): { title: string; text: string } {
  if (!isMissingCode(error))
    return {
      title: 'Something went wrong',
      text: error instanceof Error ? error.message : 'An unexpected error occurred. Please try again.',
    };
  if (!isConnected)
    return {
      title: 'This screen is not on this device yet',
      text: 'It can be opened when you are back online.',
    };
  return {
    title: 'A new version of Trellis is ready',
    text: 'This screen is from a version that is no longer available. Reload to use the new one.',
  };
}

/** The errors for a module that does not load: Chromium, Firefox, Safari, and Vite for a style sheet. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}
