/** Asks how the names of an archive are encoded: the person sees some of them as each encoding reads them. */

import { useState } from 'react';
import { setApart } from '../../../../../markdown/src/text/right-to-left.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import type { EncodingQuestion } from '../archive/entry-names.ts';

interface EncodingChoiceProps {
  readonly question: EncodingQuestion;
  readonly value: string;
  readonly onChange: (label: string) => void;
}

/** @returns the label of the choice, the likeliest at first */
export function useEncodingChoice(question: EncodingQuestion | undefined) {
  const [chosen, setChosen] = useState<{ readonly of: EncodingQuestion; readonly label: string }>();
  const label = chosen && chosen.of === question ? chosen.label : (question?.choices[0]?.label ?? '');
  return { label, choose: (next: string) => question && setChosen({ of: question, label: next }) };
}

export function EncodingChoice({ question, value, onChange }: EncodingChoiceProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="wrap-anywhere">
        “{question.archive}” does not say how its names are written. Choose the one in which they read right.
      </p>
      <div className="max-h-80 overflow-y-auto rounded-lg border border-line p-1">
        <RadioGroup
          look="rows"
          label="How the names are written"
          value={value}
          onChange={onChange}
          options={question.choices.map(({ label, name, samples }) => ({
            value: label,
            name: samples.map(setApart).join(', '),
            meaning: name,
          }))}
        />
      </div>
    </div>
  );
}
