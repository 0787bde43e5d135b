/** A page's front matter as a table of properties above its text, edited in place. Each edit is a change of the text. */
import type { EditorView } from '@codemirror/view';
import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { Properties as ReadProperties } from '../../../../../../markdown/src/kinds/front-matter/properties.ts';
import { directionOf } from '../../../../../../markdown/src/text/direction.ts';
import type { EditorChanges } from '../../view/editor-changes.ts';
import { frontMatterOf } from './front-matter-of.ts';
import { setPropertiesHidden, usePropertiesHidden } from './properties-hidden.ts';
import { PropertyRow } from './property-row.tsx';
import { addProperty, type Change } from './write-properties.ts';

/** A browser draws so many without anybody waiting; no page that somebody wrote has more. */
const SHOWN_AT_ONCE = 100;

interface PropertiesProps {
  readonly view: EditorView;
  readonly changes: EditorChanges;
}

export function Properties({ view, changes }: PropertiesProps) {
  // The source alone: an object would be another one each time.
  useSyncExternalStore(changes.subscribe, () => {
    const found = frontMatterOf(view.state);
    return found && `${found.textFrom === undefined} ${found.source}`;
  });
  const found = frontMatterOf(view.state);
  if (!found) return null;
  if ('faultLine' in found.read)
    return (
      <p className="mb-3 text-sm text-ink-muted" role="status">
        {`The properties stay as they are written: line ${found.read.faultLine} cannot be read.`}
      </p>
    );
  if (found.textFrom === undefined) return null;
  return <Table view={view} source={found.source} read={found.read} />;
}

interface TableProps {
  readonly view: EditorView;
  readonly source: string;
  readonly read: ReadProperties;
}

function Table({ view, source, read }: TableProps) {
  const isHidden = usePropertiesHidden();
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const table = useRef<HTMLDListElement>(null);
  const { properties } = read;
  const isCut = properties.length > shown + 1;
  // The last one may have been added a moment ago, and is named next.
  const rows = isCut ? [...properties.slice(0, shown), ...properties.slice(-1)] : properties;
  const change = (wanted: Change | undefined) => {
    // Somebody else may have written meanwhile: the places are those of what is shown.
    if (!wanted || view.state.readOnly || !view.state.sliceDoc(0, source.length).startsWith(source)) return;
    view.dispatch({ changes: wanted, userEvent: 'input.format' });
  };
  const add = (name: string) => {
    setAdding(false);
    const wanted = addProperty(read, name.trim());
    change(wanted);
    if (wanted)
      setTimeout(() =>
        table.current?.querySelector<HTMLElement>('dd:last-of-type :is(input, textarea)')?.focus(),
      );
  };
  if (isHidden) {
    const count = properties.length === 1 ? '1 property' : `${properties.length} properties`;
    return (
      <section className="page-properties" aria-label="Properties">
        <div className="property-buttons">
          <button type="button" aria-expanded={false} onClick={() => setPropertiesHidden(false)}>
            <ChevronRight aria-hidden />
            {count}
          </button>
        </div>
      </section>
    );
  }
  return (
    <section className="page-properties" aria-label="Properties" dir={directionOf(source)}>
      <dl ref={table}>
        {rows.map((property) => (
          <PropertyRow
            key={property.name}
            read={read}
            property={property}
            source={source}
            onChange={change}
          />
        ))}
      </dl>
      <div className="property-buttons">
        {isCut && (
          <button type="button" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
            <ChevronDown aria-hidden />
            {`Show more of ${properties.length} properties`}
          </button>
        )}
        {isAdding ? (
          <input
            type="text"
            dir="auto"
            aria-label="Name of the property"
            placeholder="Name"
            // biome-ignore lint/a11y/noAutofocus: its button was pressed a moment ago
            autoFocus
            onKeyDown={(event) => {
              if (event.key === 'Enter') add(event.currentTarget.value);
              else if (event.key === 'Escape') setAdding(false);
            }}
            onBlur={(event) => add(event.currentTarget.value)}
          />
        ) : (
          <>
            <button type="button" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              Add property
            </button>
            <button type="button" aria-expanded onClick={() => setPropertiesHidden(true)}>
              <ChevronDown aria-hidden />
              Hide
            </button>
          </>
        )}
      </div>
    </section>
  );
}
