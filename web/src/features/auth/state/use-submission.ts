/** A form's one operation: whether it runs, and how it failed. */
import { useState } from 'react';
import type { AppError, Result } from '../../../lib/app-error.ts';

export interface Submission {
  readonly pending: boolean;
  readonly error: AppError | undefined;
  readonly clearError: () => void;
  /** Does nothing while the previous run is on its way. */
  readonly submit: () => Promise<void>;
}

export function useSubmission<T>(
  operation: () => Promise<Result<T>>,
  onSuccess: (data: T) => void,
): Submission {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError>();
  const submit = async () => {
    if (pending) return;
    setPending(true);
    setError(undefined);
    const result = await operation();
    setPending(false);
    if (result.success) onSuccess(result.data);
    else setError(result.error);
  };
  return { pending, error, clearError: () => setError(undefined), submit };
}
