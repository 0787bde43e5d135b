/** A file on its way to the server, and how far it is. */

export interface QueuedFile {
  /** Chosen by this browser, so that the text can name the file at once. */
  readonly id: string;
  readonly pageId: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Blob;
  /** The size of a picture that the browser can show. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** In milliseconds since 1970. */
  readonly addedAt: number;
  /** The sentence with which the server refused it. */
  readonly refusal?: string | undefined;
  /** It was refused because the workspace is full. */
  readonly needsRoom?: boolean | undefined;
  /** The place at which a resumable upload goes on. */
  readonly resumeAt?: string | undefined;
}

export type UploadState =
  | {
      readonly kind: 'waiting';
      /** The browser has no room for it: it goes with this tab. */
      readonly isOnlyHere?: true | undefined;
    }
  /** @property sent bytes */
  | { readonly kind: 'uploading'; readonly sent: number }
  | { readonly kind: 'refused'; readonly reason: string; readonly needsRoom?: boolean | undefined }
  /** The server has it; this tab still has the bytes. */
  | { readonly kind: 'done' }
  /** The person took it away. */
  | { readonly kind: 'removed' };

export interface FileUpload {
  readonly file: QueuedFile;
  readonly state: UploadState;
}

/** The server will not take this file, however often it is asked. The message is a sentence for people. */
export class RefusedUpload extends Error {
  override readonly name = 'RefusedUpload';
  /** The workspace is full. */
  readonly needsRoom: boolean;

  constructor(message: string, needsRoom = false) {
    super(message);
    this.needsRoom = needsRoom;
  }
}
