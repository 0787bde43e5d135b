/** A drawing of the workspace, in the app's own colours. Decoration: it is not read aloud. */
import { ChevronDown, ChevronRight, FileText, Folder } from 'lucide-react';
import { BrandMark } from '../../../ui/brand.tsx';
import { classNames } from '../../../ui/class-names.ts';

const ROWS = [
  { name: 'Company handbook', level: 0, isFolder: true, isOpen: true },
  { name: 'How we work', level: 1 },
  { name: 'Holidays and leave', level: 1 },
  { name: 'Product', level: 0, isFolder: true, isOpen: true },
  { name: 'Spring launch', level: 1, isCurrent: true },
  { name: 'Research notes', level: 1, isFolder: true },
  { name: 'Customers', level: 0, isFolder: true },
];

export function ProductPreview() {
  return (
    <div
      aria-hidden
      className="mx-auto mt-16 flex max-w-5xl overflow-hidden rounded-2xl border border-line bg-canvas text-start shadow-float select-none"
    >
      <div className="hidden w-60 shrink-0 border-e border-line bg-sunken p-3 sm:block">
        <div className="mb-3 flex items-center gap-2 px-2 py-1 font-medium">
          <BrandMark className="size-5" />
          Fernhill Studio
        </div>
        {ROWS.map((row) => (
          <PreviewRow key={row.name} {...row} />
        ))}
      </div>
      <div className="min-w-0 flex-1 px-6 py-8 sm:px-12 sm:py-10">
        <p className="text-xs text-ink-muted">Product / Spring launch</p>
        <p className="mt-3 text-2xl font-semibold tracking-tight sm:text-3xl">Spring launch</p>
        <p className="mt-2 text-ink-muted">What ships, who owns it, and when we tell the world.</p>
        <p className="mt-6 text-lg font-semibold">Before the announcement</p>
        <ul className="mt-3 space-y-2.5">
          <PreviewTask isDone text="Freeze the feature list" />
          <PreviewTask isDone text="Draft the landing page" />
          <PreviewTask text="Brief the support team" />
          <PreviewTask text="Translate the sign-up form" />
        </ul>
        <p className="mt-6 border-s-2 border-accent ps-4 text-ink-muted">
          Keep it short: one page, one promise, one button.
        </p>
      </div>
    </div>
  );
}

interface PreviewRowProps {
  readonly name: string;
  readonly level: number;
  readonly isFolder?: boolean;
  readonly isOpen?: boolean;
  readonly isCurrent?: boolean;
}

function PreviewRow({ name, level, isFolder = false, isOpen = false, isCurrent = false }: PreviewRowProps) {
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  const Icon = isFolder ? Folder : FileText;
  return (
    <div
      style={{ paddingInlineStart: level * 12 + 8 }}
      className={classNames(
        'flex h-8 items-center gap-1.5 rounded-md text-[0.8125rem]',
        isCurrent ? 'bg-selected font-medium text-ink' : 'text-ink-muted',
      )}
    >
      {isFolder ? <Arrow className="size-3.5" /> : <span className="w-3.5" />}
      <Icon className="size-4" />
      {name}
    </div>
  );
}

function PreviewTask({ text, isDone = false }: { readonly text: string; readonly isDone?: boolean }) {
  return (
    <li className="flex items-center gap-2.5">
      <span
        className={classNames(
          'flex size-4 items-center justify-center rounded border text-[0.625rem]',
          isDone ? 'border-accent bg-accent text-on-accent' : 'border-line-strong',
        )}
      >
        {isDone && '✓'}
      </span>
      <span className={classNames(isDone && 'text-ink-muted line-through')}>{text}</span>
    </li>
  );
}
