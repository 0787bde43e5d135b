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
  /** Work beyond this is refused (effort.ts). */
  readonly mostEffort: number;
}

/** Looks at the picture's head alone, or makes the variant. */
export type RenderRequest = RenderJob & {
  readonly does: 'measure' | 'render';
  /** The process may take as much memory. */
  readonly mostMb: number;
};

/**
 * `too-much`: the variant is more work than allowed; `swollen`: it took too much memory; `crashed`: the process ended;
 * `unavailable`: sharp has no build for this platform; `unwanted`: whoever asked has left.
 */
export type RenderProblem =
  | 'unreadable'
  | 'too-large'
  | 'too-much'
  | 'too-slow'
  | 'swollen'
  | 'crashed'
  | 'unavailable'
  | 'unwanted';

export type RenderReply =
  | { readonly effort: number }
  | { readonly format: Format }
  | { readonly problem: RenderProblem };

/** @returns how large the work was that failed; undefined where another try may end differently, 0 where none ever will */
export function failedEffort(problem: RenderProblem, effort: number): number | undefined {
  switch (problem) {
    case 'unreadable':
    case 'too-large':
      return 0;
    case 'too-slow':
    case 'swollen':
    case 'crashed':
      return effort;
    default:
      return undefined;
  }
}
