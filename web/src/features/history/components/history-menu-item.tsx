/** The way to a page's versions, in the page's menu. */
import { History } from 'lucide-react';
import { Link } from 'react-router';
import { pageHistoryPath } from '../../../lib/paths.ts';
import { MenuLinkItem } from '../../../ui/menus/menu.tsx';

export function HistoryMenuItem({ pageId }: { readonly pageId: string }) {
  return (
    <MenuLinkItem render={<Link to={pageHistoryPath(pageId)} />} closeOnClick>
      <History aria-hidden />
      Version history
    </MenuLinkItem>
  );
}
