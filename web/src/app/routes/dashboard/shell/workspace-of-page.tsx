/** A link may lead to a page of another workspace of one's own: that workspace is opened with it. */
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMatch } from 'react-router';
import { pageTreeQuery } from '../../../../features/pages/api/page-queries.ts';
import { workspaceOfPageQuery } from '../../../../features/pages/api/workspace-of-page.ts';
import { chooseWorkspace, membershipsQuery } from '../../../../lib/current-workspace.ts';
import { paths } from '../../../../lib/paths.ts';
import { useSignedIn } from '../../../../lib/session/signed-in.ts';

export function WorkspaceOfPage({ openId }: { readonly openId: string }) {
  const pageId = useMatch({ path: paths.pagePattern, end: false })?.params.pageId;
  return pageId !== undefined && <OpenWorkspaceOf key={pageId} pageId={pageId} openId={openId} />;
}

function OpenWorkspaceOf({ pageId, openId }: { readonly pageId: string; readonly openId: string }) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  const [firstId] = useState(openId);
  // Once: a later switch of the workspace is intended.
  const [isDone, setDone] = useState(false);
  if (openId !== firstId && !isDone) setDone(true);
  const { data: pages } = useQuery(pageTreeQuery(openId));
  const isMissing = !isDone && pages !== undefined && !pages.some(({ id }) => id === pageId);
  const { data: foundId } = useQuery({ ...workspaceOfPageQuery(pageId), enabled: isMissing });
  const { data: memberships } = useSuspenseQuery(membershipsQuery(user.id));
  useEffect(() => {
    if (!isMissing || !foundId || foundId === openId) return;
    if (memberships.some(({ id }) => id === foundId)) chooseWorkspace(user.id, foundId);
    // Let in since the list was read.
    else void queryClient.invalidateQueries(membershipsQuery(user.id));
  }, [isMissing, foundId, openId, memberships, user.id, queryClient]);
  return null;
}
