/** Plays a film or a sound: from this device while it is on its way, else by a link that lasts some minutes. */
import { signFileLink } from '../api/sign-file-link.ts';
import type { FileAddress } from '../file-address.ts';
import { knownFile } from '../state/known-files.ts';
import { uploadHere } from '../state/person-uploads.ts';
import { make } from './elements.ts';

// A link that has run out is replaced; one that never worked is not asked for for ever.
const FEWEST_MS_BETWEEN_LINKS = 30_000;

export function makePlayer({ id, name }: FileAddress, kind: 'film' | 'sound', onResize: () => void) {
  const player = make(kind === 'film' ? 'video' : 'audio', `file-player file-${kind}`);
  player.controls = true;
  player.preload = 'metadata';
  player.setAttribute('aria-label', name);
  if (player instanceof HTMLVideoElement) player.playsInline = true;
  let local: string | undefined;
  let linkedAt = Number.NEGATIVE_INFINITY;
  const load = async () => {
    if (player.hasAttribute('src')) return;
    const upload = await uploadHere(id);
    if (upload) {
      local = URL.createObjectURL(upload.file.bytes);
      player.src = local;
    } else await link();
  };
  const link = async () => {
    linkedAt = performance.now();
    const file = await knownFile(id).catch(() => undefined);
    if (!file?.isUploaded) return;
    try {
      player.src = await signFileLink(file.objectName);
    } catch {
      // Its card says so, and has a button.
    }
  };
  const goOn = async () => {
    if (local !== undefined || performance.now() - linkedAt < FEWEST_MS_BETWEEN_LINKS) return;
    const { currentTime, paused } = player;
    await link();
    player.currentTime = currentTime;
    if (!paused) void player.play().catch(() => undefined);
  };
  player.addEventListener('error', () => void goOn());
  player.addEventListener('loadedmetadata', onResize);
  return {
    element: player,
    load: () => void load(),
    destroy: () => {
      player.pause();
      if (local !== undefined) URL.revokeObjectURL(local);
    },
  };
}
