/** A workspace's connection to Notion: how it stands, how it begins, by which way it is made, and its end. */
import { jsonFunction } from '../_shared/json-function.ts';
import { callback } from './callback.ts';
import { connectToken } from './connect-token.ts';
import { disconnect } from './disconnect.ts';
import { initiate } from './initiate.ts';
import { status } from './status.ts';

export default {
  fetch: jsonFunction({ status, initiate, callback, token: connectToken, disconnect }),
};
