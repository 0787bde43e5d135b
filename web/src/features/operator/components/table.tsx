/** A table of the operator's page. It scrolls sideways in its own frame if there is no room. */
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

interface TableProps {
  /** Read aloud. */
  readonly label: string;
  /** The heads of its columns, the one of actions without words. */
  readonly columns: readonly string[];
  /** Columns of numbers, by their places. */
  readonly numeric?: readonly number[];
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export function Table({ label, columns, numeric = [], isBusy = false, children }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      // The parts that are hidden but read aloud scroll with the rest.
      className="relative overflow-x-auto rounded-xl border border-line bg-raised"
    >
      <table aria-busy={isBusy} className="w-full min-w-max border-collapse text-start">
        <thead>
          <tr className="border-b border-line text-xs font-medium text-ink-muted">
            {columns.map((column, at) => (
              <th
                key={column}
                scope="col"
                className={classNames(
                  'px-3 py-2.5 font-medium whitespace-nowrap first:ps-4 last:pe-4',
                  numeric.includes(at) ? 'text-end' : 'text-start',
                )}
              >
                {column === '' ? <span className="sr-only">Actions</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classNames('divide-y divide-line transition-opacity', isBusy && 'opacity-60')}>
          {children}
        </tbody>
      </table>
    </section>
  );
}

export function Cell({
  isNumber = false,
  isActions = false,
  className,
  children,
}: {
  readonly isNumber?: boolean;
  /** Stays in view while the rest scrolls sideways. */
  readonly isActions?: boolean;
  readonly className?: string;
  readonly children?: ReactNode;
}) {
  return (
    <td
      className={classNames(
        'px-3 py-2 whitespace-nowrap first:ps-4 last:pe-4',
        isNumber && 'text-end tabular-nums',
        isActions && 'sticky end-0 w-0 bg-raised text-end',
        className,
      )}
    >
      {children}
    </td>
  );
}
