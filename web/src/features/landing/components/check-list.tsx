/** Short promises, each with its tick. */
import { Check } from 'lucide-react';

export function CheckList({
  items,
  className,
}: {
  readonly items: readonly string[];
  /** How the promises stand to each other. */
  readonly className: string;
}) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item} className="inline-flex min-w-0 items-start gap-2 text-ink-muted">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          {item}
        </li>
      ))}
    </ul>
  );
}
