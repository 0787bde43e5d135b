/** The link that a popover works on, and what the popover needs. */
import type { EditorView } from '@codemirror/view';
import type { LinkablePages } from '../../../linked-pages/linkable-page.ts';
import type { OpenLink } from '../link-popover-state.ts';

export interface LinkPopoverProps {
  readonly view: EditorView;
  readonly open: OpenLink;
  readonly pages: LinkablePages;
  readonly onFollow: (address: string) => void;
}
