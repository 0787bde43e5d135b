/** A page that somebody has open to write, as the bench sees it on either side. */
import type * as Y from 'yjs';
import type { Ears } from './counted-socket.ts';

export interface OpenPage {
  readonly document: Y.Doc;
  /** The text as it is here, also where the document is not filled with what others write. */
  read(): string;
  /** The others learn that the caret is there. */
  placeCaret(index: number): void;
  /** Resolves when the server has everything, as far as the client knows. */
  saved(): Promise<void>;
  close(): Promise<void>;
}

/** Says letters as quickly as it is asked to, each in a message of its own. */
export interface Speaker {
  readonly document: Y.Doc;
  close(): Promise<void>;
}

export interface PageOpener {
  /** The same Yjs that the pages' documents are of. */
  readonly yjs: typeof Y;
  /** @param writer which of the writers it is, from 0 */
  open(writer: number, page: string, ears: Ears): Promise<OpenPage>;
  /** @returns somebody whose document tells each edit at once */
  speak(page: string): Promise<Speaker>;
}

/** The address of a server, as the process of the writers gets it. */
export type Address =
  | {
      readonly side: 'trellis';
      readonly origin: string;
      readonly apiKey: string;
      readonly people: readonly { readonly userId: string; readonly accessToken: string }[];
    }
  | {
      readonly side: 'hocuspocus';
      readonly origin: string;
      /** How long the provider collects letters; false as it is by default. */
      readonly flushDelay: number | false;
    };

/** The Yjs text that is written in. */
export const FIELD = 'content';
