/** /dashboard/integrations. */
import { Screen } from '../../../ui/layout/screen.tsx';
import { IntegrationsList } from './integrations-list.tsx';

export function IntegrationsScreen() {
  return (
    <Screen title="Integrations" description="Connect the services your team works with.">
      <div className="rounded-xl border border-line bg-raised p-4 sm:p-5">
        <IntegrationsList />
      </div>
    </Screen>
  );
}
