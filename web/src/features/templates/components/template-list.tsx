/**
 * The gallery's list with its search. The keys stay in the field: arrows go through the list, Enter uses what is marked.
 * A click shows a template, a second one uses it.
 */
import { type KeyboardEvent, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { INPUT_CLASSES } from '../../../ui/fields/text-field.tsx';
import type { AnyTemplate } from '../state/template.ts';
import { TemplateIcon } from './template-icon.tsx';

export interface TemplateGroup {
  readonly name: string;
  readonly templates: readonly AnyTemplate[];
  /** Shown in its place: that it loads, has failed, or is empty. */
  readonly instead?: React.ReactNode;
}

interface TemplateListProps {
  readonly groups: readonly TemplateGroup[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly selected: AnyTemplate | undefined;
  readonly onSelect: (template: AnyTemplate) => void;
  /** By a click, which on phones leads to the preview. */
  readonly onShow: (template: AnyTemplate) => void;
  readonly onUse: (template: AnyTemplate) => void;
}

export function TemplateList(props: TemplateListProps) {
  const { groups, query, onQuery, selected, onSelect, onUse } = props;
  const id = useId();
  const all = groups.flatMap(({ templates }) => templates);
  const optionId = ({ key }: AnyTemplate) => `${id}-${key}`;
  const move = (by: number) => {
    const at = all.findIndex(({ key }) => key === selected?.key);
    const next = all[(at + by + all.length) % all.length];
    if (!next) return;
    onSelect(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') selected && onUse(selected);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        role="combobox"
        aria-label="Search templates"
        aria-expanded={all.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={selected && optionId(selected)}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the field of a dialog; by touch it would raise the keyboard over it
        autoFocus={!window.matchMedia('(pointer: coarse)').matches}
        placeholder="Search templates…"
        maxLength={200}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={press}
        className={classNames(INPUT_CLASSES, 'shrink-0')}
      />
      <p role="status" className="sr-only">
        {query !== '' && countOf(all.length)}
      </p>
      <div className="mt-2">
        {groups.map(
          ({ name, instead }) =>
            instead && (
              <section key={name} aria-label={name} className="mb-3 text-[0.8125rem] text-ink-muted">
                <h3 className="px-2 py-1 text-xs font-medium">{name}</h3>
                <div className="px-2">{instead}</div>
              </section>
            ),
        )}
        {all.length === 0 && query !== '' && (
          <p className="px-2 py-1 text-ink-muted wrap-anywhere">No template is found by “{query}”.</p>
        )}
      </div>
      <div
        role="listbox"
        id={id}
        aria-label="Templates"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
      >
        {groups
          .filter(({ templates }) => templates.length > 0)
          .map((group) => (
            <Group key={group.name} {...props} group={group} optionId={optionId} />
          ))}
      </div>
    </>
  );
}

function countOf(count: number): string {
  return count === 1 ? '1 template' : `${count} templates`;
}

interface GroupProps extends Omit<TemplateListProps, 'groups'> {
  readonly group: TemplateGroup;
  readonly optionId: (template: AnyTemplate) => string;
}

function Group({ group: { name, templates }, optionId, selected, onShow, onUse }: GroupProps) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element is a group of options outside a select
    <div role="group" aria-labelledby={labelId} className="not-last:mb-3">
      <div id={labelId} className="px-2 py-1 text-xs font-medium text-ink-muted">
        {name}
      </div>
      {templates.map((template) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={template.key}
          id={optionId(template)}
          role="option"
          aria-selected={template.key === selected?.key}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onShow(template)}
          onDoubleClick={() => onUse(template)}
          className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 py-1.5 select-none pointer-coarse:min-h-10 hover:bg-hover aria-selected:bg-selected"
        >
          <TemplateIcon icon={template.icon} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-left" title={template.name}>
            {template.name}
          </span>
        </div>
      ))}
    </div>
  );
}
