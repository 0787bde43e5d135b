import type { EditorView } from '@codemirror/view';
import type { LinkablePages } from '../writing-aids/linkable-page.ts';
import type { OpenLink } from './link-popover-state.ts';

/** The link that a popover works on. */
export interface LinkPopoverProps {
  readonly view: EditorView;
  readonly open: OpenLink;
  readonly pages: LinkablePages;
  readonly onFollow: (address: string) => void;
}
