/**
 * Says beside the page's state (components/save-status-line.tsx) where its words are, as was read a moment ago, and what helps where
 * the browser keeps none: its storage is full, cleared or refused.
 */
import { useState } from 'react';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { pause } from '../../../lib/browser/time/pause.ts';
import { useAsyncValue } from '../../../lib/hooks/use-async-value.ts';
import { useTimer } from '../../../lib/hooks/use-timer.ts';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toasts/toasts.ts';
import { keepWords } from '../../document/drafts/keep-words.ts';
import type { PageSession } from '../../document/session/page-session.ts';
import type { SaveStatus } from '../../document/wire/save-status.ts';
import { readTexts } from '../../document/words/page-document.ts';

const LOOK_EVERY_MS = 2000;
// A disk that is slower than that may never answer.
const LONGEST_LOOK_MS = 2000;

const KEPT: Readonly<Partial<Record<SaveStatus, string>>> = {
  offline: ' • Kept on this device',
  failed: ' Your changes are kept on this device; trying again.',
  refused: ' Your changes are kept on this device.',
  'too-large': ' Your changes are kept on this device.',
  'signed-out': ' Your changes are kept on this device until you sign in again.',
};
const ALONE =
  ' This device keeps nothing: your words are in this tab alone. Copy or download them, or keep the tab open.';

interface KeptWordsProps {
  readonly session: PageSession;
  readonly status: SaveStatus;
  readonly onRetry: () => void;
}

export function KeptWords({ session, status, onRetry }: KeptWordsProps) {
  const isKept = useReadBack(session);
  if (isKept === undefined) return null;
  return (
    <>
      <span role="status" data-alone={isKept ? undefined : ''}>
        {isKept ? KEPT[status] : ALONE}
      </span>
      {!isKept && <WaysOut session={session} onRetry={status === 'offline' ? onRetry : undefined} />}
    </>
  );
}

/** @returns whether the browser's storage had the page's words a moment ago; undefined until it was asked */
function useReadBack(session: PageSession): boolean | undefined {
  const [look, setLook] = useState(0);
  useTimer(() => setLook(look + 1), LOOK_EVERY_MS, look);
  return useAsyncValue(async () => {
    const { words } = session;
    if (!words) return false;
    return Promise.race([keepWords(words), pause(LONGEST_LOOK_MS).then(() => false)]);
  }, look);
}

function WaysOut({
  session,
  onRetry,
}: Pick<KeptWordsProps, 'session'> & { readonly onRetry: (() => void) | undefined }) {
  const markdown = () => {
    const { name, description, content } = readTexts(session.document);
    return [`# ${pageTitle(name)}`, description, content].filter(Boolean).join('\n\n');
  };
  const copy = async () => {
    if (await copyText(markdown())) toast('success', 'Page copied');
  };
  const download = () => {
    const name = pageTitle(session.document.getText('name').toString());
    saveFile(new Blob([markdown()], { type: 'text/markdown' }), `${name}.md`);
  };
  return (
    <span className="flex basis-full flex-wrap gap-2">
      <Button onClick={copy}>Copy</Button>
      <Button onClick={download}>Download</Button>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </span>
  );
}
