/** The props of the parts above a page's title. */
import type { PageLook } from '../../../../lib/page/page-look.ts';

export type Picking = 'icon' | 'cover';

export interface PageHeadProps {
  readonly organizationId: string;
  readonly pageId: string;
  readonly look: PageLook | null | undefined;
  readonly canChange: boolean;
  /** The part that is chosen at the moment. */
  readonly picking: Picking | undefined;
  readonly onPick: (picking: Picking | undefined) => void;
}
