/** The actions for a link: follow, change, copy and remove it; and the fields that write one. */
import { LinkActions } from './link-actions.tsx';
import { LinkFields } from './link-fields.tsx';
import type { LinkPopoverProps } from './link-popover-props.ts';

export function LinkPopover(props: LinkPopoverProps) {
  const { kind, from, to } = props.open;
  return kind === 'write' ? <LinkFields {...props} /> : <LinkActions key={`${from} ${to}`} {...props} />;
}
