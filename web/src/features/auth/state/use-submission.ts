/** A form's one operation: whether it runs, and how it failed. */
import { useState } from 'react';
import { AppError } from '../../../lib/errors/app-error.ts';

export interface Submission<Input extends unknown[]> {
  readonly pending: boolean;
  readonly error: AppError | undefined;
  readonly clearError: () => void;
  /** Does nothing while the previous run is on its way. @returns whether it succeeded */
  readonly submit: (...input: Input) => Promise<boolean>;
}

export function useSubmission<T, Input extends unknown[] = []>(
  operation: (...input: Input) => Promise<T>,
  onSuccess: (data: T) => void,
): Submission<Input> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError>();
  const submit = async (...input: Input) => {
    if (pending) return false;
    setPending(true);
    setError(undefined);
    let data: T;
    try {
      data = await operation(...input);
    } catch (failure) {
      if (!(failure instanceof AppError)) throw failure;
      setError(failure);
      return false;
    } finally {
      setPending(false);
    }
    onSuccess(data);
    return true;
  };
  return { pending, error, clearError: () => setError(undefined), submit };
}
