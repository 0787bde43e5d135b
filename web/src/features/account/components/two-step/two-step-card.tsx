/** Two-step verification: the apps that give codes, adding one, removing one. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { keepFocusInRows } from '../../../../lib/focus/rows.ts';
import { useSignedIn } from '../../../../lib/session/signed-in.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Skeleton } from '../../../../ui/states/skeleton.tsx';
import { type AuthenticatorApp, authenticatorAppsQuery } from '../../api/account-queries.ts';
import { useRemoveApp } from '../../api/authenticator-app.ts';
import { AddAppDialog } from './add-app-dialog.tsx';
import { AppRow } from './app-row.tsx';

const WORDS = {
  title: 'Two-step verification',
  description: 'Signing in takes your password and a code from an app on your phone.',
} as const;

export function TwoStepCard() {
  const { user } = useSignedIn();
  const { data: apps } = useSuspenseQuery(authenticatorAppsQuery(user.id));
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<AuthenticatorApp>();
  const removal = useRemoveApp();
  return (
    <Card
      {...WORDS}
      action={
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {apps.length === 0 ? 'Turn on' : 'Add app'}
        </Button>
      }
    >
      {apps.length === 0 ? (
        <p className="text-ink-muted">Off. Anyone who knows your password can sign in.</p>
      ) : (
        <ul ref={keepFocusInRows} className="divide-y divide-line">
          {apps.map((app) => (
            <AppRow
              key={app.id}
              app={app}
              isLeaving={removal.isPending && removal.variables === app.id}
              onRemove={() => setLeaving(app)}
            />
          ))}
        </ul>
      )}
      {apps.length === 1 && (
        <p className="mt-3 text-[0.8125rem] text-ink-muted">
          Add a second app on another device. If you lose your only one, you are locked out.
        </p>
      )}
      <AddAppDialog open={adding} onClose={() => setAdding(false)} taken={apps.map(({ name }) => name)} />
      <ConfirmDialog
        open={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && removal.mutate(leaving.id)}
        title={`Remove “${leaving?.name ?? ''}”`}
        description={
          apps.length === 1
            ? 'This turns off two-step verification: your password alone will be enough to sign in.'
            : 'Its codes will no longer work. Your other apps stay.'
        }
        confirmLabel="Remove"
      />
    </Card>
  );
}

/** Mostly there is no app yet: one line. */
export function TwoStepSkeleton() {
  return (
    <Card {...WORDS} action={<Skeleton className="h-9 w-28" />}>
      <div role="status" className="flex h-5 items-center">
        <span className="sr-only">Loading two-step verification</span>
        <Skeleton className="h-4 w-3/5" />
      </div>
    </Card>
  );
}
