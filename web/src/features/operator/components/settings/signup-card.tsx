/** Who may make an account without an operator. */
import { type FormEvent, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { RadioGroup } from '../../../../ui/fields/radio-group.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { RunTimeSetting } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { SetByEnvironment } from './set-by-environment.tsx';

type Rule = 'on' | 'domains' | 'invited' | 'off';

const OPTIONS = [
  { value: 'on', name: 'Open', meaning: 'Everybody who reaches this server.' },
  { value: 'domains', name: 'By domain', meaning: 'Addresses of the domains that you name.' },
  { value: 'invited', name: 'By invitation', meaning: 'Addresses that somebody has invited to a workspace.' },
  { value: 'off', name: 'Closed', meaning: 'Nobody.' },
] as const;

interface SignupCardProps {
  readonly setting: RunTimeSetting | undefined;
  /** Whether a new account follows a link in a mail first. */
  readonly isConfirmed: boolean;
}

export function SignupCard({ setting, isConfirmed }: SignupCardProps) {
  const before = ruleOf(setting?.value ?? 'on');
  const [rule, setRule] = useState<Rule>(before);
  const [domains, setDomains] = useState(before === 'domains' ? (setting?.value ?? '') : '');
  const { mutate, isPending, error, reset } = useAct();
  if (!setting) return null;
  const isSet = setting.source === 'environment';
  const value = rule === 'domains' ? domains.replaceAll(/\s+/g, '') : rule;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({
      method: 'PUT',
      path: `/settings/${setting.variable}`,
      body: { value },
      done: 'Sign-ups changed',
      failed: 'Sign-ups did not change',
    });
  };
  return (
    <Card title="Sign-ups" description="Who may make an account. You can invite anybody in each case.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {isSet && <SetByEnvironment variable={setting.variable} value={setting.value} />}
        <RadioGroup
          label="Who may sign up"
          options={OPTIONS}
          value={rule}
          disabled={isSet}
          onChange={(next) => {
            setRule(next);
            reset();
          }}
        />
        {rule === 'domains' && (
          <TextField
            label="Domains"
            placeholder="example.com, example.org"
            help="With commas between. Their subdomains have to be named, too."
            error={error?.message}
            failure={error}
            autoComplete="off"
            spellCheck={false}
            disabled={isSet}
            value={domains}
            onChange={(event) => {
              setDomains(event.target.value);
              reset();
            }}
          />
        )}
        {(rule === 'domains' || rule === 'invited') && !isConfirmed && (
          <Notice kind="warning">
            <p>
              Nobody has to confirm an address here (AUTH_EMAIL_CONFIRMATION), so anybody can type one that
              fits.
            </p>
          </Notice>
        )}
        {!isSet && (
          <div>
            <Button
              type="submit"
              look="primary"
              busy={isPending}
              disabled={value === setting.value || value === ''}
            >
              Save
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}

function ruleOf(value: string): Rule {
  return value === 'on' || value === 'off' || value === 'invited' ? value : 'domains';
}
