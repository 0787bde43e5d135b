/** The server that runs here, how it is, and how much there is of everything. */
import { useQuery } from '@tanstack/react-query';
import { Building2, File, FileText, type LucideIcon, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes } from '../../../../lib/format/format-bytes.ts';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { Card } from '../../../../ui/layout/card.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { type Overview, overviewQuery } from '../../api/operator-queries.ts';
import { agoOf, counted, momentOf, number } from '../../state/words.ts';
import { List } from '../list.tsx';
import { BackupCard } from './backup-card.tsx';
import { MailsCard } from './mails-card.tsx';
import { QueuesCard } from './queues-card.tsx';
import { StatementsCard } from './statements-card.tsx';

export function OverviewSection() {
  const query = useQuery(overviewQuery());
  return (
    <section aria-label="Overview" className="flex flex-col gap-6">
      <List name="The overview" query={query} isEmpty={() => false} empty={{ icon: File, text: '' }}>
        {(overview) => (
          <>
            {overview.warnings.length > 0 && (
              <Notice kind="warning" title="This needs you">
                {overview.warnings.map((warning) => (
                  <p key={warning}>{warning}</p>
                ))}
              </Notice>
            )}
            <Figures overview={overview} />
            <ServerCard overview={overview} />
            <QueuesCard queues={overview.queues} />
            <MailsCard mail={overview.mail} />
            <BackupCard backups={overview.backups} />
            <StatementsCard />
          </>
        )}
      </List>
    </section>
  );
}

function Figures({ overview }: { readonly overview: Overview }) {
  const { people, workspaces, pages, storage } = overview;
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure icon={Users} name="People" value={number(people.all)}>
        {people.suspended === 0 ? 'none suspended' : `${number(people.suspended)} suspended`}
      </Figure>
      <Figure icon={Building2} name="Workspaces" value={number(workspaces)}>
        {people.all === 0 ? '' : `${(workspaces / people.all).toFixed(1)} for each person`}
      </Figure>
      <Figure icon={FileText} name="Pages" value={number(pages.kept)}>
        {number(pages.trashed)} in the trash
      </Figure>
      <Figure icon={File} name="Files" value={formatBytes(storage.bytes)}>
        {counted(storage.files, 'file')}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly value: string;
  readonly children: ReactNode;
}

function Figure({ icon: Icon, name, value, children }: FigureProps) {
  return (
    <div className="rounded-xl border border-line bg-raised p-4">
      <dt className="flex items-center gap-2 text-ink-muted">
        <Icon aria-hidden className="size-4" />
        {name}
      </dt>
      <dd className="mt-1 text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
      <dd className="truncate text-[0.8125rem] text-ink-muted">{children}</dd>
    </div>
  );
}

function ServerCard({ overview }: { readonly overview: Overview }) {
  const { release, node, needs, host, started_at: startedAt, memory, database, storage } = overview;
  const { busy, idle, waiting } = database.connections;
  const now = useNow();
  return (
    <Card
      title="Server"
      description={`The process on ${host} that answered. It looks again every 15 seconds.`}
    >
      <dl className="grid gap-x-8 lg:grid-cols-2">
        <Fact name="Trellis">
          {release}, on Node {node}
        </Fact>
        <Fact name="Started">
          <time title={momentOf(startedAt)}>{agoOf(startedAt, now)}</time>
        </Fact>
        <Fact name="Memory">
          {formatBytes(memory.bytes, 1024)} of {formatBytes(memory.limit_bytes, 1024)}
        </Fact>
        <Fact name="Database">
          {database.version}
          {database.kind === 'embedded' ? ', embedded' : ''}
        </Fact>
        <Fact name="Size of the database">{formatBytes(database.bytes)}</Fact>
        <Fact name="Connections">
          {busy} busy, {idle} idle{waiting > 0 ? `, ${waiting} waiting for one` : ''}
        </Fact>
        <Fact name="Files are in">{storage.place === 's3' ? 'an S3 store' : 'the data folder'}</Fact>
        {storage.free_bytes !== null && (
          <Fact name="Free on the disk">{formatBytes(storage.free_bytes)}</Fact>
        )}
      </dl>
      <p className="mt-3 text-ink-muted">
        An upgrade takes a backup, {formatBytes(needs.memory_bytes, 1024)} of memory
        {database.kind === 'postgres' ? `, PostgreSQL ${needs.postgres} or newer` : ''}, and the steps in its
        release notes.
      </p>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="text-end tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
