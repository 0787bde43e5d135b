/** Sends what lies on this device and is not at the server. This code loads after the first screen, as it may take its time. */

import { keepFilesGoing } from '../files/keep-files-going.ts';
import { finishForgettingLostPages } from './forget-lost-pages.ts';
import { keepSendingUnsentPages } from './keep-sending-unsent-pages.ts';

/** @returns how to stop */
export function beginUnsentWork(userId: string): () => void {
  void finishForgettingLostPages(userId);
  const stopSending = keepSendingUnsentPages(userId);
  const stopUploading = keepFilesGoing(userId);
  return () => {
    stopSending();
    stopUploading();
  };
}
