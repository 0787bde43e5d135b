/** Settings that are numbers. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import type { RunTimeSetting } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { SetByEnvironment } from './set-by-environment.tsx';

interface Field {
  readonly setting: RunTimeSetting | undefined;
  readonly label: string;
}

interface NumberCardProps {
  readonly title: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

export function NumberCard({ title, description, fields }: NumberCardProps) {
  return (
    <Card title={title} description={description}>
      <div className="flex flex-col gap-5">
        {fields.map(
          ({ setting, label }) =>
            setting && (
              // A change by somebody else is shown as it is now.
              <NumberForm key={`${setting.variable} ${setting.value}`} setting={setting} label={label} />
            ),
        )}
      </div>
    </Card>
  );
}

function NumberForm({ setting, label }: { readonly setting: RunTimeSetting; readonly label: string }) {
  const { variable, value, default: otherwise, source } = setting;
  const [text, setText] = useState(value);
  const { mutate, isPending, error, reset } = useAct();
  const save = (next: string | null) =>
    mutate({
      method: 'PUT',
      path: `/settings/${variable}`,
      body: { value: next },
      done: `${variable} changed`,
      failed: `${variable} did not change`,
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(text.trim());
  };
  const isSet = source === 'environment';
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1 basis-48">
        <TextField
          label={label}
          inputMode="numeric"
          autoComplete="off"
          disabled={isSet}
          value={text}
          error={error?.message}
          failure={error}
          help={
            isSet
              ? undefined
              : source === 'operator'
                ? `The default is ${otherwise}.`
                : 'This is the default.'
          }
          onChange={(event) => {
            setText(event.target.value);
            reset();
          }}
        />
        {isSet && <SetByEnvironment variable={variable} value={value} />}
      </div>
      {!isSet && (
        <div className="flex gap-2 pt-6.5">
          <Button
            type="submit"
            busy={isPending}
            disabled={text.trim() === value}
            aria-label={`Save: ${label}`}
          >
            Save
          </Button>
          {source === 'operator' && (
            <Button look="quiet" aria-label={`Use the default: ${label}`} onClick={() => save(null)}>
              Default
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
