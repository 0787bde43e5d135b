/** Fields to fill in. */
import { useState } from 'react';
import { Checkbox } from '../fields/checkbox.tsx';
import { EditableValue } from '../fields/editable-value.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { RadioGroup } from '../fields/radio-group.tsx';
import { Select } from '../fields/select.tsx';
import { Switch } from '../fields/switch.tsx';
import { TextAreaField, TextField } from '../fields/text-field.tsx';
import { Specimens } from './specimen.tsx';

export function FieldSpecimens() {
  return (
    <Specimens name="Fields">
      <TextField label="Empty" placeholder="Placeholder" />
      <TextField label="With help" help="What this is for." defaultValue="Filled in" />
      <TextField label="Wrong" error="Please enter a valid email address" defaultValue="ada@" />
      <TextField label="Disabled" defaultValue="Cannot be changed" disabled />
      <PasswordField label="Password" defaultValue="correct horse" />
      <TextAreaField label="Several lines" defaultValue="One line after another." />
      <EditableValue
        label="A value"
        value="Ada Lovelace"
        check={() => undefined}
        onSave={() => Promise.resolve()}
      />
      <Choices />
    </Specimens>
  );
}

function Choices() {
  const [role, setRole] = useState<'member' | 'admin'>('member');
  const [isOn, setOn] = useState(true);
  const choices = { label: 'Role', value: role, onChange: setRole };
  const roles = [
    { value: 'member', label: 'Member' },
    { value: 'admin', label: 'Admin' },
  ] as const;
  const options = [
    { value: 'member', name: 'Member', meaning: 'Reads and writes pages' },
    { value: 'admin', name: 'Admin', meaning: 'Also manages members' },
  ] as const;
  return (
    <>
      <Select {...choices} choices={roles} />
      <Select {...choices} label="Role, disabled" choices={roles} disabled />
      <RadioGroup {...choices} options={options} />
      <RadioGroup {...choices} look="rows" label="Role, in rows" options={options} />
      <RadioGroup {...choices} label="Role, disabled" options={options} disabled />
      <Checkbox label="Checkbox" checked={isOn} onChange={setOn} />
      <Checkbox label="Checkbox, the other way" checked={!isOn} onChange={(next) => setOn(!next)} />
      <Checkbox label="Checkbox, disabled" checked onChange={() => {}} disabled />
      <Switch label="Switch" checked={isOn} onChange={setOn} />
      <Switch label="Switch, the other way" checked={!isOn} onChange={(next) => setOn(!next)} />
      <Switch label="Switch, disabled" checked={false} onChange={() => {}} disabled />
    </>
  );
}
