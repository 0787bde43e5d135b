/**
 * A part of the screen that loads and fails on its own: a skeleton while it waits, and when it breaks a sentence with
 * a way to try again, while everything around it keeps working. It tries again by itself when the server is back.
 */
import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useLayoutEffect, useReducer } from 'react';
import { isConnected, watchConnection } from '../../lib/browser/connection.ts';
import { Button } from '../button.tsx';
import { ErrorState } from './error-state.tsx';

interface RegionProps {
  /** The region's name in the sentence about its failure. */
  readonly name: string;
  readonly fallback: ReactNode;
  /** The region is all there is in view: its failure is a screen's. */
  readonly isScreen?: boolean;
  /** Put around the sentence about its failure. */
  readonly frame?: (failure: ReactNode) => ReactNode;
  /** Actions for its failure besides trying again. */
  readonly wayOut?: ReactNode;
  readonly children: ReactNode;
}

export function Region({
  name,
  fallback,
  isScreen = false,
  frame = (failure) => failure,
  wayOut,
  children,
}: RegionProps) {
  const { reset } = useQueryErrorResetBoundary();
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  return (
    <RegionBoundary name={name} isScreen={isScreen} frame={frame} wayOut={wayOut} onRetry={reset}>
      <Suspense
        fallback={
          <>
            {fallback}
            <AnswerWatch onAnswer={drawAgain} />
          </>
        }
      >
        {children}
      </Suspense>
    </RegionBoundary>
  );
}

/**
 * Draws what an answer was waited for at once. By itself React keeps it back until 300 ms after any skeleton came or
 * went (FALLBACK_THROTTLE_MS), which is longer than most answers take, and once for each region within a region.
 */
function AnswerWatch({ onAnswer }: { readonly onAnswer: () => void }) {
  const queryClient = useQueryClient();
  useLayoutEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && /^(success|error)$/.test(event.action.type)) onAnswer();
      }),
    [queryClient, onAnswer],
  );
  return null;
}

interface BoundaryProps {
  readonly name: string;
  readonly isScreen: boolean;
  readonly frame: (failure: ReactNode) => ReactNode;
  readonly wayOut: ReactNode;
  /** Forgets the failed attempt before the region is tried again. */
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

class RegionBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  #unwatch: (() => void) | undefined;

  override componentDidMount() {
    // The query of a region that failed has nobody left who would fetch it again.
    this.#unwatch = watchConnection(() => isConnected() && this.state.error !== undefined && this.retry());
  }

  override componentWillUnmount() {
    this.#unwatch?.();
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { name, isScreen, frame, wayOut } = this.props;
    return frame(
      <ErrorState
        isScreen={isScreen}
        failure={error}
        title={`${name} could not be shown${isScreen ? '' : '.'}`}
        action={
          <>
            <Button onClick={this.retry}>Try again</Button>
            {wayOut}
          </>
        }
      >
        {error instanceof Error ? error.message : ''}
      </ErrorState>,
    );
  }
}
