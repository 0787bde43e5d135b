/** Signing out, from the settings. */
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useSignOut } from '../state/use-sign-out.ts';

export function SignOutCard() {
  const signOut = useSignOut();
  return (
    <Card title="Session">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 text-ink-muted">Ends your session in this browser.</p>
        <Button onClick={signOut}>Sign Out</Button>
      </div>
    </Card>
  );
}
