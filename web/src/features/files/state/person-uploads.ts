/** The upload queue of the signed-in person, with this browser's storage, tabs and network. Each tab has one. */
import { isConnected, watchConnection } from '../../../lib/browser/connection.ts';
import { holdTabLock } from '../../../lib/browser/tabs/tab-lock.ts';
import { presentPeople } from '../../../lib/session/presence.ts';
import { addPageFile } from '../api/add-page-file.ts';
import { discardUpload } from '../api/discard-upload.ts';
import { sendBySize } from '../api/send-by-size.ts';
import { storageHeaders } from '../api/storage-address.ts';
import { runWhile } from '../uploads/run-while.ts';
import type { TabMessage, UploadPorts, UploadServer, UploadTabs } from '../uploads/upload-ports.ts';
import { UploadQueue } from '../uploads/upload-queue.ts';
import { uploadServer } from '../uploads/upload-server.ts';
import { openUploadStore, uploadsName } from '../uploads/upload-store.ts';

interface PersonUploads {
  readonly queue: UploadQueue;
  /** Looks for files that are left, and uploads until the signal says that the person has left. */
  start(signal: AbortSignal): void;
}

const ofPeople = new Map<string, PersonUploads>();

export function uploadsOf(userId: string): PersonUploads {
  const uploads = ofPeople.get(userId) ?? makeUploads(userId);
  ofPeople.set(userId, uploads);
  return uploads;
}

/**
 * {@link uploadIn} of whoever is signed in, once this tab knows what lies on this device: also what another tab has left
 * there, or one that was killed.
 */
export async function uploadHere(fileId: string) {
  await Promise.all(presentPeople().map((userId) => uploadsOf(userId).queue.seen()));
  return uploadIn(fileId);
}

/** @returns what this tab knows of a file that this browser has put into a page, whoever did */
export function uploadIn(fileId: string) {
  for (const { queue } of ofPeople.values()) {
    const upload = queue.stateOf(fileId);
    if (upload) return { queue, ...upload };
  }
  return undefined;
}

const listeners = new Set<(fileId: string) => void>();

/** @param listener hears which file is in another state */
export function watchUploads(listener: (fileId: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function makeUploads(userId: string): PersonUploads {
  const store = openUploadStore(userId);
  const queue = new UploadQueue({ ...portsOf(userId), store });
  queue.subscribe((id) => {
    for (const listener of listeners) listener(id);
  });
  window.addEventListener('beforeunload', (event) => {
    if (store.isForgetful) event.preventDefault();
  });
  return { queue, start: runWhile(queue, pause) };
}

function portsOf(userId: string): Omit<UploadPorts, 'store'> {
  return {
    server: serverFor(userId),
    tabs: otherTabs(uploadsName(userId)),
    holdLock: (work, signal) => holdTabLock(uploadsName(userId), work, signal),
    isConnected,
    watchConnection,
    // The pause after a failure does not grow by an hour when somebody puts the clock back.
    now: () => performance.now(),
    pause,
  };
}

function serverFor(userId: string): UploadServer {
  const headers = () => storageHeaders(userId);
  const { upload } = uploadServer({
    reserve: (file, signal) => addPageFile(file, userId, signal),
    send: (file, objectName, options) => sendBySize(file, objectName, headers, options),
  });
  return { upload, discard: async (resumeAt) => discardUpload(resumeAt, await headers()) };
}

function otherTabs(name: string): UploadTabs {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    onMessage: (listener) => {
      channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
    },
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
