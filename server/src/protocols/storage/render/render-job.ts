/** The words between the server and the process that makes variants. */
import type { Transformation } from './transformation.ts';

export type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

export const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp', 'gif', 'avif'];

export interface RenderJob {
  /** The file of the picture. */
  readonly source: string;
  /** The file that the variant is written to. */
  readonly target: string;
  readonly transformation: Transformation;
  /** Whether whoever asks shows WebP. */
  readonly takesWebp: boolean;
}

/** `unavailable`: sharp has no build for this platform; `unwanted`: whoever asked has left. */
export type RenderProblem = 'unreadable' | 'too-large' | 'too-slow' | 'unavailable' | 'unwanted';

export type RenderReply = { readonly format: Format } | { readonly problem: RenderProblem };
