/** The answer to OPTIONS that is no browser's preflight: which methods a resource knows. */
import type { Answer } from './answer.ts';

export function respondOptions(methods: readonly string[]): Answer {
  return { status: 200, headers: { allow: methods.join(',') }, body: null };
}
