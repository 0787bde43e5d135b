/** Says of a file how far its upload is, and offers what can be done when the server has refused it. */
import { isConnected, watchConnection } from '../../../lib/browser/connection.ts';
import { paths } from '../../../lib/paths.ts';
import { uploadIn, watchUploads } from '../state/person-uploads.ts';
import { make, makeButton } from './elements.ts';

interface UploadNote {
  readonly element: HTMLElement;
  readonly destroy: () => void;
}

/** @param onChange of what is known of the file @param remove takes the file out of the text, where that is written */
export function uploadNote(
  fileId: string,
  onChange: () => void,
  remove: (() => void) | undefined,
): UploadNote {
  const element = make('span', 'file-note');
  const words = make('span', 'file-note-words');
  const progress = make('progress', 'file-progress');
  progress.setAttribute('aria-label', 'Upload');
  let shown: string | undefined;
  const draw = () => {
    const upload = uploadIn(fileId);
    const state = upload?.state;
    const kind = state?.kind ?? 'done';
    const said = state?.kind === 'waiting' ? waitingFor(state.isOnlyHere) : kind;
    element.hidden = kind === 'done';
    element.dataset.upload = said;
    if (upload && state?.kind === 'uploading') {
      const { size } = upload.file.bytes;
      progress.max = Math.max(1, size);
      progress.value = Math.min(state.sent, size);
      words.textContent = size > 0 ? `Uploading ${Math.floor((progress.value / size) * 100)}%` : 'Uploading';
    } else words.textContent = SENTENCES[said] ?? (state?.kind === 'refused' ? state.reason : '');
    if (said === shown) return;
    shown = said;
    // Buttons and the roles of words stay the same elements while only numbers change.
    words.setAttribute('role', kind === 'refused' ? 'alert' : 'none');
    const canTryAgain = kind === 'refused' || kind === 'removed';
    element.replaceChildren(
      words,
      ...(kind === 'uploading' ? [progress] : []),
      ...(state?.kind === 'refused' && state.needsRoom ? [roomLink()] : []),
      ...(canTryAgain ? buttons(fileId, kind === 'refused' ? remove : undefined) : []),
    );
    onChange();
  };
  draw();
  const unwatch = [watchUploads((id) => id === fileId && draw()), watchConnection(draw)];
  return {
    element,
    destroy: () => {
      for (const end of unwatch) end();
    },
  };
}

function waitingFor(isOnlyHere = false): string {
  if (isOnlyHere) return isConnected() ? 'in this tab' : 'offline in this tab';
  return isConnected() ? 'waiting' : 'offline';
}

const SENTENCES: Readonly<Record<string, string>> = {
  waiting: 'Waiting to be uploaded',
  'in this tab': 'Waiting to be uploaded. This device has no room for it: keep this tab open.',
  'offline in this tab': 'In this tab alone. Keep it open until you are back online.',
  offline: 'On this device. Uploads when you are back online.',
  removed: 'This file was not uploaded.',
};

/** In a tab of its own: the page stays as it is. */
function roomLink(): HTMLElement {
  const link = make('a', 'file-note-button', 'See used room');
  Object.assign(link, { href: paths.workspaceSettings, target: '_blank' });
  return link;
}

function buttons(fileId: string, remove: (() => void) | undefined): HTMLElement[] {
  const act = (what: 'retry' | 'remove') => void uploadIn(fileId)?.queue[what](fileId);
  const retry = makeButton('file-note-button', {
    label: 'Try again to upload the file',
    text: 'Try again',
    press: () => act('retry'),
  });
  if (!remove) return [retry];
  const take = () => {
    act('remove');
    remove();
  };
  const away = makeButton('file-note-button', { label: 'Remove the file', text: 'Remove', press: take });
  return [retry, away];
}
