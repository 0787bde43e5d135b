/** The screen that Notion sends a person back to, with a code or with a refusal. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Plug } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useRedirectLater } from '../../../../lib/browser/redirect-later.ts';
import { sentences } from '../../../../lib/errors/error-catalogue.ts';
import { paths } from '../../../../lib/paths.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { ScreenState } from '../../../../ui/states/screen-state.tsx';
import { completeNotionQuery } from '../api/complete-notion.ts';
import { type Grant, readCallback } from '../callback-parameters.ts';

const REDIRECT_MS = 2000;

export function NotionCallbackScreen() {
  const [parameters] = useSearchParams();
  const callback = readCallback(parameters);
  if (callback.kind === 'granted') return <Completing grant={callback} />;
  return (
    <Failed reason={callback.kind === 'denied' ? sentences.callbackDenied : sentences.callbackInvalid} />
  );
}

function Completing({ grant }: { readonly grant: Grant }) {
  const { data, error } = useQuery(completeNotionQuery(grant, useQueryClient()));
  useRedirectLater(data ? paths.workspaceSettings : undefined, REDIRECT_MS);
  if (error) return <Failed reason={error.message} failure={error} />;
  if (!data) return <ScreenState icon={Plug} title="Connecting to Notion..." />;
  return (
    <ScreenState icon={CircleCheck} title="Successfully Connected!">
      Redirecting you back to settings...
    </ScreenState>
  );
}

function Failed({ reason, failure }: { readonly reason: string; readonly failure?: unknown }) {
  return (
    <ErrorState
      isScreen
      failure={failure}
      title="Connection Failed"
      action={<ButtonLink to={paths.workspaceSettings}>Back to Settings</ButtonLink>}
    >
      {reason}
    </ErrorState>
  );
}
