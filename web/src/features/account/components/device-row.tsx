/** A place where a person is signed in. */
import { Laptop, Smartphone, Terminal } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { SignedInDevice } from '../api/account-queries.ts';
import { momentOf } from '../state/dates.ts';

const ICONS = { computer: Laptop, phone: Smartphone, program: Terminal } as const;

interface DeviceRowProps {
  readonly device: SignedInDevice;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

export function DeviceRow({ device, isEnding, onEnd }: DeviceRowProps) {
  const Icon = ICONS[device.kind];
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{device.name}</span>
          {device.isCurrent && <Badge kind="accent">This device</Badge>}
        </p>
        <p className="text-[0.8125rem] text-ink-muted" title={`Signed in ${momentOf(device.signedInAt)}`}>
          Last active {momentOf(device.lastActiveAt)}
        </p>
      </div>
      {!device.isCurrent && (
        <Button aria-label={`Sign out ${device.name}`} onClick={onEnd} busy={isEnding}>
          Sign out
        </Button>
      )}
    </li>
  );
}
