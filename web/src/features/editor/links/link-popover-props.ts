/** The link that a popover works on, and what the popover needs. */
import type { EditorView } from '@codemirror/view';
import type { OpenLink } from './link-popover-state.ts';
import type { LinkablePages } from './linkable-page.ts';

export interface LinkPopoverProps {
  readonly view: EditorView;
  readonly open: OpenLink;
  readonly pages: LinkablePages;
  readonly onFollow: (address: string) => void;
}
