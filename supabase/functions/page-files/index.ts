/** Files of pages, and avatars: deletes the bytes of those that nothing uses any more. */
import { jsonFunction } from '../_shared/json-function.ts';
import { collect } from './collect.ts';

export default { fetch: jsonFunction({ collect }) };
