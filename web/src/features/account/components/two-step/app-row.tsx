/** An app that gives codes. */
import { ShieldCheck, Trash2 } from 'lucide-react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { AuthenticatorApp } from '../../api/account-queries.ts';
import { dateOf } from '../../state/dates.ts';

interface AppRowProps {
  readonly app: AuthenticatorApp;
  readonly isLeaving: boolean;
  readonly onRemove: () => void;
}

export function AppRow({ app, isLeaving, onRemove }: AppRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <ShieldCheck aria-hidden className="size-5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate text-left font-medium" title={app.name}>
          {app.name}
        </p>
        <p className="text-[0.8125rem] text-ink-muted">Added {dateOf(app.addedAt)}</p>
      </div>
      <IconButton label={`Remove ${app.name}`} onClick={onRemove} disabled={isLeaving}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}
