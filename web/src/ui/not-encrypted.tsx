/** A line above the app where it came over plain HTTP, until it is dismissed on this device. */
import { LockOpen } from 'lucide-react';
import { useStoredSwitch } from '../lib/browser/storage/stored-value.ts';
import { focusScreen } from '../lib/focus/screen.ts';
import { Button } from './button.tsx';

export function NotEncrypted() {
  const [isKnown, setKnown] = useStoredSwitch('trellis-not-encrypted-known', false);
  if (window.isSecureContext || isKnown) return null;
  const dismiss = () => {
    setKnown(true);
    focusScreen();
  };
  return (
    <section
      aria-label="Connection"
      className="flex shrink-0 items-center justify-center gap-2.5 border-b border-line bg-sunken px-4 py-1 text-[0.8125rem] text-ink-muted"
    >
      <LockOpen aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0">
        This connection is not encrypted, so passwords and pages can be read on the way. Ask whoever runs
        Trellis to set up https.
      </p>
      <Button look="quiet" onClick={dismiss}>
        Dismiss
      </Button>
    </section>
  );
}
