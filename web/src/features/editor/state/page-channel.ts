/** The channel on which the open screens of one page tell each other at once what is typed. */
import type { ToldCaret } from './carets.ts';
import type { LoggedUpdate, LogState } from './page-server.ts';

export interface PageChannelEvents {
  /** Another screen has typed this. It may never be saved. */
  onUpdate(epoch: string, update: Uint8Array): void;
  /** Another screen says where its caret is. It may say anything. */
  onCaret(message: unknown): void;
  /** The database has told how the log stands, and perhaps its newest update. */
  onLogged(log: Omit<LogState, 'channel'>, update: LoggedUpdate | undefined): void;
  /** From now on others are heard. What they said before was missed. */
  onJoined(): void;
  onDisconnected(): void;
}

export interface PageChannel {
  /** Tells the others what was typed here. It may get lost. */
  send(epoch: string, update: Uint8Array): void;
  sendCaret(caret: ToldCaret): void;
  leave(): void;
}
