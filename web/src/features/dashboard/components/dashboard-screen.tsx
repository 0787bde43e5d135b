/** /dashboard: quick start and recent activity. */
import { Bot, ClipboardList, Globe, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { ActivitySkeleton } from './activity-skeleton.tsx';
import { RecentActivity } from './recent-activity.tsx';

const QUICK_STARTS: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[] =
  [
    {
      icon: ClipboardList,
      title: 'Create your first form',
      text: 'Collect answers from customers and colleagues.',
    },
    { icon: Globe, title: 'Build a landing page', text: 'Publish a page for your next campaign.' },
    { icon: Bot, title: 'Set up a chatbot', text: 'Answer questions from your own pages.' },
  ];

/** @param firstStep a button of another feature, for a workspace without pages */
export function DashboardScreen({ firstStep }: { readonly firstStep: ReactNode }) {
  const workspace = useCurrentWorkspace();
  return (
    <Screen title="Dashboard">
      <section aria-labelledby="quick-start" className="@container flex flex-col gap-3">
        <h2 id="quick-start" className="text-base font-semibold">
          Quick Start
        </h2>
        <ul className="grid gap-3 @xl:grid-cols-3">
          {QUICK_STARTS.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <button
                type="button"
                onClick={() => toast('warning', `${title}: coming soon`)}
                className="grid size-full grid-cols-[auto_1fr_auto] items-start gap-x-3 gap-y-1 rounded-xl border border-line bg-raised p-4 text-start transition-colors hover:border-line-strong hover:bg-hover active:bg-selected @xl:grid-cols-1 @xl:grid-rows-[auto_auto_1fr_auto]"
              >
                <Icon aria-hidden className="size-5 text-accent @xl:mb-1" />
                <span className="font-medium">{title}</span>
                <span className="col-span-2 col-start-2 text-[0.8125rem] text-pretty text-ink-muted @xl:col-span-1 @xl:col-start-1">
                  {text}
                </span>
                {/* Beside the title where the cards are wide, at the foot where they stand in columns. */}
                <span className="col-start-3 row-start-1 flex @xl:col-start-1 @xl:row-start-4 @xl:mt-1">
                  <Badge>Coming soon</Badge>
                </span>
              </button>
            </li>
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
