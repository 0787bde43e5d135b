/** Runs work of an open page's machine: hands on what it yields, and goes on with the answer. */
import type { Ask, Work } from '../machine/commands.ts';

/**
 * @returns what the work returns
 * @throws what the work throws, also where it does not catch what an answer failed with
 */
export async function runWork<T>(work: Work<T>, answer: (ask: Ask) => Promise<unknown>): Promise<T> {
  let step = work.next();
  while (!step.done)
    step = await answer(step.value).then(
      (answered) => work.next(answered),
      (error: unknown) => work.throw(error),
    );
  return step.value;
}
