/** Asks for the code of an authenticator app; of one of several, when there are. */
import type { Factor } from '@supabase/supabase-js';
import { useRef, useState } from 'react';
import { takeSecondStep } from '../../api/take-second-step.ts';
import { CodeForm, type CodeFormHandle } from '../code-form.tsx';

interface SecondStepFormProps {
  readonly factors: readonly Factor[];
  readonly onDone: () => void;
}

export function SecondStepForm({ factors, onDone }: SecondStepFormProps) {
  const [factorId, setFactorId] = useState(factors[0]?.id ?? '');
  const form = useRef<CodeFormHandle>(null);
  const choose = (id: string) => {
    setFactorId(id);
    form.current?.restart();
  };
  return (
    <CodeForm
      ref={form}
      label="Six-digit code"
      verify={(code) => takeSecondStep(factorId, code)}
      onDone={onDone}
      autoFocus
    >
      {factors.length > 1 && <FactorChoice factors={factors} chosen={factorId} onChange={choose} />}
    </CodeForm>
  );
}

interface FactorChoiceProps {
  readonly factors: readonly Factor[];
  readonly chosen: string;
  readonly onChange: (id: string) => void;
}

/** Native radio buttons: the sign-in screens stay light. */
function FactorChoice({ factors, chosen, onChange }: FactorChoiceProps) {
  return (
    // A fieldset is by itself as wide as its longest line.
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Authenticator app</legend>
      <div className="divide-y divide-line overflow-clip rounded-md border border-line-strong/50">
        {factors.map(({ id, friendly_name: name }, index) => (
          <label
            key={id}
            className="flex min-h-10 cursor-pointer items-center gap-3 px-3 py-2 transition-colors hover:bg-hover has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="factor"
              value={id}
              checked={id === chosen}
              onChange={() => onChange(id)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 truncate">{name || `App ${index + 1}`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
