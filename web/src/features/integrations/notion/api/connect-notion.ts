/** Starts the connection: the person goes to Notion and comes back to the return screen. */
import { useMutation } from '@tanstack/react-query';
import { AppError } from '../../../../lib/errors/app-error.ts';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { toastFailure } from '../../../../ui/toasts/toasts.ts';
import { callFunction } from './call-function.ts';

/** @throws {AppError} */
async function initiate(workspaceId: string): Promise<string> {
  const failure = { code: 'OAUTH_ERROR', message: sentences.oauthFailed } as const;
  const { authUrl } = await callFunction({ path: 'notion-oauth/initiate', body: { workspaceId }, failure });
  // Anything but a web address (a script, say) must not be followed.
  const protocol = typeof authUrl === 'string' ? URL.parse(authUrl)?.protocol : undefined;
  if (typeof authUrl !== 'string' || (protocol !== 'https:' && protocol !== 'http:'))
    throw new AppError(failure.code, failure.message);
  return authUrl;
}

export function useConnectNotion() {
  return useMutation({
    mutationFn: initiate,
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => toastFailure('Connection failed', error),
  });
}
