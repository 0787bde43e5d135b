/** Everything of Notion that is drawn or done elsewhere, in one file to be fetched. */
export { NotionConnection } from './components/notion-connection.tsx';
export { giveNotionBack } from './give-notion-back.ts';
export { NotionPageNotice } from './notion-page-notice.tsx';
export { NotionPageSettings } from './notion-page-settings.tsx';
