/** A form's one operation: whether it runs, and how it failed. */
import { useState } from 'react';
import type { AppError, Result } from '../../../lib/errors/app-error.ts';

export interface Submission<Input extends unknown[]> {
  readonly pending: boolean;
  readonly error: AppError | undefined;
  readonly clearError: () => void;
  /** Does nothing while the previous run is on its way. @returns whether it succeeded */
  readonly submit: (...input: Input) => Promise<boolean>;
}

export function useSubmission<T, Input extends unknown[] = []>(
  operation: (...input: Input) => Promise<Result<T>>,
  onSuccess: (data: T) => void,
): Submission<Input> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError>();
  const submit = async (...input: Input) => {
    if (pending) return false;
    setPending(true);
    setError(undefined);
    const result = await operation(...input);
    setPending(false);
    if (result.success) onSuccess(result.data);
    else setError(result.error);
    return result.success;
  };
  return { pending, error, clearError: () => setError(undefined), submit };
}
