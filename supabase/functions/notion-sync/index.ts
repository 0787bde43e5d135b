/** Pages of a workspace and their counterparts at Notion: all at once, one, by the clock; and bringing new ones. */
import { jsonFunction } from '../_shared/json-function.ts';
import { importPage } from './actions/import-page.ts';
import { listPages } from './actions/list-pages.ts';
import { scheduled } from './actions/scheduled.ts';
import { syncAll } from './actions/sync-all.ts';
import { syncOne } from './actions/sync-one.ts';

export default {
  fetch: jsonFunction({ '': syncAll, page: syncOne, pages: listPages, import: importPage, scheduled }),
};
