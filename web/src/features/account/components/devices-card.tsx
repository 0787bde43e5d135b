/** The places where a person is signed in, and a way to end it there. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keepFocusInRows } from '../../../lib/focus/rows.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';
import { SkeletonEntry } from '../../../ui/states/skeleton.tsx';
import { devicesQuery } from '../api/account-queries.ts';
import { useEndOtherSessions, useEndSession } from '../api/end-session.ts';
import { DeviceRow } from './device-row.tsx';
import { PASSWORD_CARD_ID } from './password-card.tsx';

const WORDS = {
  title: 'Signed-in devices',
  description: (
    <>
      Sign out where you do not recognize a device, and{' '}
      <a href={`#${PASSWORD_CARD_ID}`} className={LINK_CLASSES}>
        change your password
      </a>
      .
    </>
  ),
} as const;
// The card first shows only the latest devices.
const SHOWN_AT_FIRST = 5;

export function DevicesCard() {
  const { user } = useSignedIn();
  const { data: devices } = useSuspenseQuery(devicesQuery(user.id));
  const [isWhole, setIsWhole] = useState(false);
  const [asking, setAsking] = useState(false);
  const endSession = useEndSession();
  const endOthers = useEndOtherSessions();
  const shown = isWhole ? devices : devices.slice(0, SHOWN_AT_FIRST);
  const hidden = devices.length - shown.length;
  return (
    <Card
      {...WORDS}
      action={
        devices.some(({ isCurrent }) => !isCurrent) && (
          <Button onClick={() => setAsking(true)} busy={endOthers.isPending}>
            Sign out all others
          </Button>
        )
      }
    >
      <ul ref={keepFocusInRows} className="divide-y divide-line">
        {shown.map((device) => (
          <DeviceRow
            key={device.sessionId}
            device={device}
            isEnding={endSession.isPending && endSession.variables === device.sessionId}
            onEnd={() => endSession.mutate(device.sessionId)}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button className="mt-3" onClick={() => setIsWhole(true)}>
          Show {hidden} more
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => endOthers.mutate(undefined)}
        title="Sign out all other devices"
        description="Everyone who uses your account elsewhere has to sign in again. You stay signed in here."
        confirmLabel="Sign out"
      />
    </Card>
  );
}

/** There is always this device. */
export function DevicesSkeleton() {
  return (
    <Card {...WORDS}>
      <SkeletonEntry label="Loading devices" mark="size-5" className="min-h-14" />
    </Card>
  );
}
