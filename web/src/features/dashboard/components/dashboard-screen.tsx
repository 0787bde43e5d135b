/** /dashboard: quick start and recent activity. */
import { Bot, ClipboardList, Globe, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import { RecentActivity } from './recent-activity.tsx';

const COMING_SOON: readonly Pick<QuickStart, 'icon' | 'title' | 'text'>[] = [
  {
    icon: ClipboardList,
    title: 'Create your first form',
    text: 'Collect answers from customers and colleagues.',
  },
  { icon: Globe, title: 'Build a landing page', text: 'Publish a page for your next campaign.' },
  { icon: Bot, title: 'Set up a chatbot', text: 'Answer questions from your own pages.' },
];

/** Something to begin with that works today. */
export interface QuickStart {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onStart: (click: Pick<MouseEvent, 'detail'>) => void;
}

interface DashboardScreenProps {
  /** The ways to begin that other features offer. */
  readonly quickStarts: readonly QuickStart[];
  /** A button of another feature, for a workspace without pages. */
  readonly firstStep: ReactNode;
}

export function DashboardScreen({ quickStarts, firstStep }: DashboardScreenProps) {
  const workspace = useCurrentWorkspace();
  return (
    <Screen title="Dashboard">
      <section aria-labelledby="quick-start" className="@container flex flex-col gap-3">
        <h2 id="quick-start" className="text-base font-semibold">
          Quick Start
        </h2>
        <ul className="grid gap-3 @xl:grid-cols-3">
          {quickStarts.map((start) => (
            <QuickStartCard key={start.title} {...start} />
          ))}
          {COMING_SOON.map((start) => (
            <QuickStartCard
              key={start.title}
              {...start}
              isToCome
              onStart={() => toast('warning', `${start.title}: coming soon`)}
            />
          ))}
        </ul>
      </section>
      <Card title="Recent Activity">
        {workspace ? (
          <Region name="Recent activity" fallback={<ActivitySkeleton />}>
            <RecentActivity organizationId={workspace.id} firstStep={firstStep} />
          </Region>
        ) : (
          <p className="text-ink-muted">You are not a member of any workspace.</p>
        )}
      </Card>
    </Screen>
  );
}

function QuickStartCard({
  icon: Icon,
  title,
  text,
  onStart,
  isToCome,
}: QuickStart & { readonly isToCome?: boolean }) {
  return (
    <li>
      <button
        type="button"
        onClick={onStart}
        className="grid size-full grid-cols-[auto_1fr_auto] items-start gap-x-3 gap-y-1 rounded-xl border border-line bg-raised p-4 text-start transition-colors hover:border-line-strong hover:bg-hover active:bg-selected @xl:grid-cols-1 @xl:grid-rows-[auto_auto_1fr_auto]"
      >
        <Icon
          aria-hidden
          className={classNames('size-5 @xl:mb-1', isToCome ? 'text-ink-muted' : 'text-accent')}
        />
        <span className="font-medium">{title}</span>
        <span className="col-span-2 col-start-2 text-[0.8125rem] text-pretty text-ink-muted @xl:col-span-1 @xl:col-start-1">
          {text}
        </span>
        {/* Beside the title where the cards are wide, at the foot where they stand in columns. */}
        {isToCome && (
          <span className="col-start-3 row-start-1 flex @xl:col-start-1 @xl:row-start-4 @xl:mt-1">
            <Badge>Coming soon</Badge>
          </span>
        )}
      </button>
    </li>
  );
}
