/** Problems by field of a form; the first field with one gets the focus. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { focusFirstProblem } from '../../lib/focus/forms.ts';

export type Problems<Field extends string> = Partial<Record<Field, string | undefined>>;

export function useFieldProblems<Field extends string>() {
  const [problems, setProblems] = useState<Problems<Field>>({});

  /** @returns whether nothing is wrong */
  const accept = (form: HTMLFormElement, found: Problems<Field>): boolean => {
    // The fields must be marked before the first marked one can be looked for.
    flushSync(() => setProblems(found));
    focusFirstProblem(form);
    return Object.values(found).every((problem) => problem === undefined);
  };

  return { problems, accept, clear: () => setProblems({}) };
}
