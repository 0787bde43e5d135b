/** Why a page is not in step with its counterpart, as the database keeps it. Other pages go on. */

export type ProblemState = 'conflict' | 'blocked' | 'emptied' | 'gone' | 'failed';

export interface BlockCount {
  /** As Notion names it, or `unknown` and `hidden`. */
  readonly type: string;
  readonly count: number;
}

export class PageProblem extends Error {
  readonly state: ProblemState;
  readonly reason: string;
  readonly blocks: readonly BlockCount[];

  constructor(state: ProblemState, reason: string, cause?: unknown, blocks: readonly BlockCount[] = []) {
    super(`${state}: ${reason}`, { cause });
    this.name = 'PageProblem';
    this.state = state;
    this.reason = reason;
    this.blocks = blocks;
  }
}
