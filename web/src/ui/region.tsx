/**
 * A part of the screen that loads and fails on its own: a skeleton while it waits, and when it breaks a sentence with
 * a way to try again, while everything around it keeps working.
 */
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';

interface RegionProps {
  /** What the region is called in the sentence about its failure. */
  readonly name: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

export function Region({ name, fallback, children }: RegionProps) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <RegionBoundary name={name} onRetry={reset}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </RegionBoundary>
  );
}

interface BoundaryProps {
  readonly name: string;
  /** Forgets the failed attempt before the region is tried again. */
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

class RegionBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  retry = () => {
    this.props.onRetry();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <ErrorState
        title={`${this.props.name} could not be shown.`}
        action={<Button onClick={this.retry}>Try again</Button>}
      >
        {error instanceof Error ? error.message : ''}
      </ErrorState>
    );
  }
}
