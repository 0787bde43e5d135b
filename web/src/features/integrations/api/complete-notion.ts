/** Ends the connection's start: hands Notion's code to the server. */
import { sentences } from '../../../lib/errors/error-catalogue.ts';
import { absoluteUrl, paths } from '../../../lib/paths.ts';
import { callFunction } from './call-function.ts';

/** @throws {AppError} */
export async function completeNotion(code: string, workspaceId: string): Promise<true> {
  await callFunction({
    path: 'notion-oauth/callback',
    body: { code, workspaceId, redirectUri: absoluteUrl(paths.notionCallback) },
    failure: { code: 'CALLBACK_ERROR', message: sentences.callbackFailed },
  });
  return true;
}
