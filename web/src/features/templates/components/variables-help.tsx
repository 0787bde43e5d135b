/** The variables that a template may hold, shown where one is written. */
import { VARIABLES } from '../state/variables.ts';

export function VariablesHelp() {
  return (
    <section aria-label="Variables" className="text-[0.8125rem] text-ink-muted">
      <p>Variables are filled in when somebody starts a page:</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {VARIABLES.map(({ name, meaning }) => (
          <div key={name} className="contents">
            <dt>
              <code className="rounded-sm bg-tint px-1 py-0.5 text-ink">{`{{${name}}}`}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
