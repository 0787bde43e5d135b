/** Says why a setting cannot be changed here. */
import { Lock } from 'lucide-react';

export function SetByEnvironment({ variable, value }: { readonly variable: string; readonly value: string }) {
  return (
    <p className="flex items-center gap-2 text-[0.8125rem] text-ink-muted">
      <Lock aria-hidden className="size-4 shrink-0" />
      <span className="wrap-anywhere">
        Set by the environment: <code>{`${variable}=${value}`}</code>
      </span>
    </p>
  );
}
