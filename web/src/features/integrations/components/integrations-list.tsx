/** The catalogue: each with its connection, or with its promise. */
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import type { Integration } from '../integration.ts';
import { INTEGRATIONS } from '../integrations.ts';

export function IntegrationsList() {
  const workspace = useCurrentWorkspace();
  return (
    <ul className="divide-y divide-line">
      {INTEGRATIONS.map((integration) => (
        <li
          key={integration.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-40 flex-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {integration.name}
              {!integration.parts && <Badge>Coming soon</Badge>}
            </p>
            <p className="text-[0.8125rem] text-ink-muted">{integration.description}</p>
          </div>
          {!integration.parts ? (
            <NotYet
              integration={integration}
              toastText={`${integration.name} integration will be available soon!`}
            />
          ) : !workspace ? (
            <NotYet
              integration={integration}
              toastText={`${integration.name} is connected to a workspace, and you are in none`}
              description="Create one, or ask somebody for an invitation to theirs."
            />
          ) : (
            <Region name="The connection" fallback={<Skeleton className="h-9 w-24" />}>
              <integration.parts.Connection workspace={workspace} />
            </Region>
          )}
        </li>
      ))}
    </ul>
  );
}

interface NotYetProps {
  readonly integration: Integration;
  /** Why there is nothing to connect. */
  readonly toastText: string;
  readonly description?: string;
}

function NotYet({ integration: { name }, toastText, description }: NotYetProps) {
  return (
    <Button
      aria-label={`Connect ${name}`}
      onClick={() => toast('warning', toastText, description === undefined ? {} : { description })}
    >
      Connect
    </Button>
  );
}
