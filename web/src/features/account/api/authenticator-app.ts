/** Adds and removes the apps that give the codes of two-step verification. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAuthError } from '../../../lib/errors/to-app-error.ts';
import { madeOldBy, readAgain } from '../../../lib/queries/query-keys.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { supabase } from '../../../lib/supabase.ts';
import { toast, toastFailure } from '../../../ui/toasts/toasts.ts';

export interface NewApp {
  readonly factorId: string;
  /** An image address. */
  readonly qrCode: string;
  /** For those who cannot scan: base32. */
  readonly secret: string;
}

const SVG = 'data:image/svg+xml;utf-8,';

/** Begins; it counts once its first code is confirmed. @throws {AppError} */
async function enrollApp(name: string): Promise<NewApp> {
  const { data, error } = await supabase.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: name,
    issuer: 'Trellis',
  });
  if (error) throw toAuthError(error);
  const { qr_code: image, secret } = data.totp;
  // The image comes as plain text, in which a "#" would end the address.
  const qrCode = image.startsWith(SVG) ? `${SVG}${encodeURIComponent(image.slice(SVG.length))}` : image;
  return { factorId: data.id, qrCode, secret };
}

/** Forgets an app that was begun and not confirmed. Never rejects: nobody waits for it. */
export async function abandonApp(factorId: string): Promise<void> {
  await supabase.auth.mfa.unenroll({ factorId }).catch(() => undefined);
}

/** @throws {AppError} */
async function confirmApp({ factorId, code }: { factorId: string; code: string }): Promise<void> {
  const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw toAuthError(error);
}

/** @throws {AppError} */
async function removeApp(factorId: string): Promise<void> {
  const { error } = await supabase.auth.mfa.unenroll({ factorId });
  if (error) throw toAuthError(error);
  // The token says which steps were passed, and by which app. Should this fail, it is renewed in time.
  await supabase.auth.refreshSession();
}

export function useEnrollApp() {
  return useMutation({ mutationFn: enrollApp });
}

/** @param isFirst before it, signing in took the password alone */
export function useConfirmApp(isFirst: boolean) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: confirmApp,
    onSuccess: () => {
      toast('success', isFirst ? 'Two-step verification is on' : 'Authenticator app added');
      return refresh();
    },
  });
}

export function useRemoveApp() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: removeApp,
    onSuccess: () => toast('success', 'Authenticator app removed'),
    onError: (error) => toastFailure('Authenticator app was not removed', error),
    onSettled: refresh,
  });
}

function useRefresh() {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  return () => readAgain(queryClient, madeOldBy.authenticatorApp(user.id));
}
