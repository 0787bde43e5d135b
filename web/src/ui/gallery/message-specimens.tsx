/** Parts that say how things stand. */
import { FileText } from 'lucide-react';
import { Button } from '../button.tsx';
import { Card } from '../layout/card.tsx';
import { Notice } from '../notice.tsx';
import { Progress } from '../progress.tsx';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { SkeletonRows } from '../states/skeleton.tsx';
import { Specimens } from './specimen.tsx';

export function MessageSpecimens() {
  return (
    <Specimens name="Cards, notices, empty and failed, waiting">
      <Card title="A card" description="What it is about" action={<Button>Action</Button>}>
        Its content.
      </Card>
      <Card title="Danger Zone" danger>
        What cannot be undone.
      </Card>
      <Notice kind="success">It worked.</Notice>
      <Notice kind="warning">Something to know.</Notice>
      <Notice kind="error" title="It failed">
        What can be done about it.
      </Notice>
      <EmptyState icon={FileText} text="No pages yet" action={<Button>Create your first page</Button>} />
      <ErrorState title="The members list could not be shown." action={<Button>Try again</Button>}>
        The server did not answer.
      </ErrorState>
      <Progress label="Importing" value={40} />
      <Progress label="Preparing" value={null} />
      <SkeletonRows rows={4} label="Loading" />
    </Specimens>
  );
}
