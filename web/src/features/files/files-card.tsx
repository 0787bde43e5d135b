/** "Files" in the workspace settings: how much of their room is used, and how to make more. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useCurrentWorkspace } from '../../lib/current-workspace.ts';
import { formatBytes } from '../../lib/format/format-bytes.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/layout/card.tsx';
import { LINK_CLASSES } from '../../ui/link-classes.ts';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Region } from '../../ui/states/region.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { type Room, workspaceRoomQuery } from './api/workspace-room.ts';

export function FilesCard() {
  const workspace = useCurrentWorkspace();
  if (!workspace) return null;
  return (
    <Card
      title="Files"
      description="Pictures and other files in pages, with those in versions and in the trash."
    >
      <Region name="The used room" fallback={<Skeleton className="h-[1.875rem] w-full" />}>
        <UsedRoom organizationId={workspace.id} />
      </Region>
    </Card>
  );
}

function UsedRoom({ organizationId }: { readonly organizationId: string }) {
  const { data: room } = useSuspenseQuery(workspaceRoomQuery(organizationId));
  const percent = room.most > 0 ? Math.min(100, (room.used / room.most) * 100) : 100;
  return (
    <div className="flex flex-col gap-3">
      <Progress label={`${inSize(room.used)} of ${inSize(room.most)} used`} value={Math.floor(percent)} />
      <LittleRoom room={room} />
    </div>
  );
}

/** From here on, a few films fill the rest. */
const MUCH = 0.8;
/** Less is no room for a picture. */
const NOTHING_BYTES = 1_000_000;

function LittleRoom({ room: { used, most } }: { readonly room: Room }) {
  const left = most - used;
  if (left >= NOTHING_BYTES && used < most * MUCH) return null;
  const isFull = left < NOTHING_BYTES;
  return (
    <Notice
      kind={isFull ? 'error' : 'warning'}
      title={isFull ? 'The workspace has no room for more files' : `There is room for ${inSize(left)} more`}
    >
      <p>
        To make room, delete pages with large files for good, in{' '}
        <Link to={paths.trash} className={LINK_CLASSES}>
          the trash
        </Link>
        . The person who runs this server can give the workspace more.
      </p>
    </Notice>
  );
}

/** In the units that the limit is set in. */
function inSize(bytes: number): string {
  return formatBytes(bytes, 1024);
}
