/** A property: its name, its value by kind, and the button that takes it away. */
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type {
  Properties,
  Property,
  Scalar,
} from '../../../../../../markdown/src/kinds/front-matter/properties.ts';
import {
  addItem,
  type Change,
  removeItem,
  removeProperty,
  rename,
  writeChecked,
  writeValue,
} from './write-properties.ts';

interface PropertyRowProps {
  readonly read: Properties;
  readonly property: Property;
  /** The front matter. */
  readonly source: string;
  readonly onChange: (change: Change | undefined) => void;
}

export function PropertyRow({ read, property, source, onChange }: PropertyRowProps) {
  const { name } = property;
  return (
    <>
      <dt>
        <TextField
          label={`Name of ${name}`}
          text={name}
          onWrite={(next) => onChange(rename(read, property, next.trim()))}
        />
      </dt>
      <dd>
        <div className="property-values">
          <Value property={property} source={source} onChange={onChange} />
        </div>
        <button
          type="button"
          className="property-remove"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={() => onChange(removeProperty(property))}
        >
          <X aria-hidden />
        </button>
      </dd>
    </>
  );
}

type ValueProps = Omit<PropertyRowProps, 'read'>;

function Value({ property, source, onChange }: ValueProps) {
  const { name, kind, values } = property;
  const [value] = values;
  if (kind === 'list') return <List property={property} source={source} onChange={onChange} />;
  if (!value) return null;
  if (kind === 'other')
    return (
      <span className="property-source" title="It is changed in the Markdown source">
        {value.text}
      </span>
    );
  if (kind === 'checkbox')
    return (
      <input
        type="checkbox"
        className="task-box"
        aria-label={name}
        checked={value.text.toLowerCase() === 'true'}
        onChange={({ currentTarget }) => onChange(writeChecked(value, currentTarget.checked))}
      />
    );
  if (kind === 'date')
    return (
      <input
        type="date"
        aria-label={name}
        value={value.text}
        onChange={({ currentTarget }) => onChange(writeValue(property, value, currentTarget.value))}
      />
    );
  return (
    <TextField
      label={name}
      text={kind === 'empty' ? '' : value.text}
      placeholder="Empty"
      isNumber={kind === 'number'}
      onWrite={(text) => onChange(writeValue(property, value, text))}
    />
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder?: string;
  readonly isNumber?: boolean;
  readonly onWrite: (text: string) => void;
}

/** Written once it is left, or with Enter. */
function TextField({ label, text, placeholder, isNumber = false, onWrite }: TextFieldProps) {
  const [written, setWritten] = useState<string>();
  const leave = () => {
    if (written !== undefined && written !== text) onWrite(written);
    setWritten(undefined);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') setWritten(undefined);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leave();
  };
  return (
    <textarea
      rows={1}
      dir="auto"
      className="property-value"
      aria-label={label}
      placeholder={placeholder}
      inputMode={isNumber ? 'decimal' : undefined}
      value={written ?? text}
      onChange={({ currentTarget }) => setWritten(currentTarget.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  );
}

function List({ property, source, onChange }: ValueProps) {
  const { name, values } = property;
  const add = (field: HTMLInputElement) => {
    const text = field.value.trim();
    field.value = '';
    if (text !== '') onChange(addItem(property, text, source));
  };
  return (
    <>
      {values.map((item: Scalar, index) => (
        <span key={item.from} className="property-item">
          <bdi>{item.text || '""'}</bdi>
          <button
            type="button"
            className="property-remove"
            aria-label={`Remove ${item.text} from ${name}`}
            onClick={() => onChange(removeItem(property, index, source))}
          >
            <X aria-hidden />
          </button>
        </span>
      ))}
      <input
        type="text"
        dir="auto"
        className="property-value"
        aria-label={`Add to ${name}`}
        placeholder={values.length === 0 ? 'Empty' : ''}
        onKeyDown={(event) => {
          const field = event.currentTarget;
          if (event.key === 'Enter') add(field);
          else if (event.key === 'Backspace' && field.value === '' && values.length > 0)
            onChange(removeItem(property, values.length - 1, source));
        }}
        onBlur={({ currentTarget }) => add(currentTarget)}
      />
    </>
  );
}
