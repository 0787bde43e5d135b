/** /dashboard: quick start and recent activity (specification section 2). */
import { Bot, ClipboardList, Globe, type LucideIcon } from 'lucide-react';
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Region } from '../../../ui/region.tsx';
import { Screen } from '../../../ui/screen.tsx';
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

export function DashboardScreen() {
  const workspace = useCurrentWorkspace();
  return (
    <Screen title="Dashboard">
      <section aria-labelledby="quick-start" className="flex flex-col gap-3">
        <h2 id="quick-start" className="text-base font-semibold">
          Quick Start
        </h2>
        <ul className="grid gap-3 sm:grid-cols-3">
          {QUICK_STARTS.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <button
                type="button"
                onClick={() => toast('warning', `${title}: coming soon`)}
                className="flex size-full flex-col items-start gap-2 rounded-xl border border-line bg-raised p-4 text-start transition-colors hover:border-line-strong hover:bg-hover"
              >
                <Icon aria-hidden className="size-5 text-accent" />
                <span className="font-medium">{title}</span>
                <span className="text-[0.8125rem] text-ink-muted">{text}</span>
                <Badge className="mt-auto">Coming soon</Badge>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <Card title="Recent Activity">
        {workspace ? (
          <Region name="Recent activity" fallback={<ActivitySkeleton />}>
            <RecentActivity organizationId={workspace.id} />
          </Region>
        ) : (
          <p className="text-ink-muted">You are not a member of any workspace.</p>
        )}
      </Card>
    </Screen>
  );
}
