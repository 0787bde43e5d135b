/** The channel on which the open screens of one page tell each other at once what is typed. */

import type { ToldCaret } from '../carets/told-caret.ts';
import type { UnsavedEdits } from '../words/page-updates.ts';
import type { LoggedUpdate, ToldLog } from './page-server.ts';

export interface PageChannelEvents {
  /**
   * Another screen has typed this. It may never be saved.
   * @param screen as its carets name it
   */
  onUpdate(epoch: string, update: Uint8Array, screen: string): void;
  /** Another screen says where its caret is. It may say anything. */
  onCaret(message: unknown): void;
  /** The database has told how the log stands, and perhaps its newest update. */
  onLogged(log: ToldLog, update: LoggedUpdate | undefined): void;
  /** From now on others are heard. Everything that they said before was missed. */
  onJoined(): void;
  /** From now on the other screens hear this one, and answer. */
  onMet(): void;
  /** Nothing is told any more. Not told of where no connection was ever possible. */
  onDisconnected(): void;
}

export interface Writer {
  readonly screen: string;
  /** So many screens have a caret in the page, this one included. */
  readonly writers: number;
}

export interface PageChannel {
  /** Tells the others what was typed here. It may get lost. */
  send(epoch: string, update: Uint8Array, writer: Writer): void;
  sendCaret(caret: ToldCaret): void;
  leave(): void;
}

/** A screen that has just come has missed what was typed and is not saved yet. */
export function sendUnsaved(
  channel: PageChannel | undefined,
  unsaved: UnsavedEdits | undefined,
  writer: Writer,
): void {
  if (unsaved) channel?.send(unsaved.epoch, unsaved.update, writer);
}
