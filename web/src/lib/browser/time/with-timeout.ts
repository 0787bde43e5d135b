/** Gives up waiting, with a message. The work itself continues. */
import { AppError } from '../../errors/app-error.ts';

/** @throws {AppError} UNKNOWN_ERROR when `work` has not settled after `ms` milliseconds */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('UNKNOWN_ERROR', `Operation timed out after ${ms}ms`)), ms);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
}
