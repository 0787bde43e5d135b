/** The address that Notion sends people back to. The operator registers this address with the app at Notion. */
import { siteUrl } from '../_shared/settings.ts';

export function redirectUri(): string {
  return `${siteUrl()}/dashboard/settings/workspace/notion-callback`;
}
