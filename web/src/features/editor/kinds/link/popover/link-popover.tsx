/** The actions for a link: follow, change, copy and remove it; the fields that write one; and the field for the address of a card. */
import { EmbedField } from './embed-field.tsx';
import { LinkActions } from './link-actions.tsx';
import { LinkFields } from './link-fields.tsx';
import type { LinkPopoverProps } from './link-popover-props.ts';
import { WikiPopover } from './wiki-popover.tsx';

export function LinkPopover(props: LinkPopoverProps) {
  const { kind, from, to } = props.open;
  if (kind === 'wiki') return <WikiPopover {...props} />;
  if (kind === 'embed') return <EmbedField {...props} />;
  return kind === 'write' ? <LinkFields {...props} /> : <LinkActions key={`${from} ${to}`} {...props} />;
}
