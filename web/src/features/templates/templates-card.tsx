/** "Templates" in the workspace settings: the way to the gallery, in which they are changed. */
import { LayoutTemplate } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { openGallery } from './open-gallery.ts';

export function TemplatesCard() {
  return (
    <Card
      title="Templates"
      description="Texts that pages begin with: those of this workspace, and ten that are built in."
    >
      <Button onClick={() => openGallery({})}>
        <LayoutTemplate aria-hidden className="size-4" />
        Open templates…
      </Button>
    </Card>
  );
}
