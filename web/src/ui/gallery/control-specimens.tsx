/** Controls that are pressed, and the parts beside them. */
import { Plus, Settings } from 'lucide-react';
import { Avatar } from '../avatar.tsx';
import { Badge } from '../badge.tsx';
import { Button, ButtonLink } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { Row, Specimens } from './specimen.tsx';

const LOOKS = ['primary', 'secondary', 'quiet', 'danger'] as const;

export function ControlSpecimens() {
  return (
    <Specimens name="Buttons, avatars, badges">
      {LOOKS.map((look) => (
        <Row key={look}>
          <Button look={look}>{look}</Button>
          <Button look={look}>
            <Plus aria-hidden className="size-4" />
            With icon
          </Button>
          <Button look={look} busy>
            Saving…
          </Button>
          <Button look={look} disabled>
            Disabled
          </Button>
          <Button look={look} size="large">
            Large
          </Button>
        </Row>
      ))}
      <Row>
        <ButtonLink to="?">A link</ButtonLink>
        <IconButton label="Settings">
          <Settings aria-hidden />
        </IconButton>
        <IconButton label="Settings, disabled" disabled>
          <Settings aria-hidden />
        </IconButton>
      </Row>
      <Row>
        <Avatar name="Ada Lovelace" />
        <Avatar name="Éloïse" className="size-9 text-sm" />
        <Avatar name="" className="size-14 text-xl" />
        <Badge>Coming soon</Badge>
        <Badge kind="accent">Connected</Badge>
        <Badge kind="warning">Pending</Badge>
        <Badge kind="danger">Failed</Badge>
      </Row>
    </Specimens>
  );
}
