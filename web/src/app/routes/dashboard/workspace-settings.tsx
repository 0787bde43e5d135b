/** /dashboard/settings/workspace: the workspace's screen with the cards of other features in it. */
import { FilesCard } from '../../../features/files/files-card.tsx';
import { IntegrationsList } from '../../../features/integrations/components/integrations-list.tsx';
import { TemplatesCard } from '../../../features/templates/templates-card.tsx';
import { TransferCard } from '../../../features/transfer/transfer-card.tsx';
import { WorkspaceSettingsScreen } from '../../../features/workspace/components/workspace-settings-screen.tsx';
import { Card } from '../../../ui/layout/card.tsx';

export function Component() {
  return (
    <WorkspaceSettingsScreen
      integrations={
        <>
          <Card title="Integrations">
            <IntegrationsList />
          </Card>
          <TemplatesCard />
          <FilesCard />
          <TransferCard />
        </>
      }
    />
  );
}
