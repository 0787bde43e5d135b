/** The fate of a person's workspaces when they delete their account. */

export interface AffectedWorkspace {
  readonly id: string;
  readonly name: string;
  /** `blocks`: others would be left without an owner. `deleted`: nobody else is in it. */
  readonly fate: 'blocks' | 'deleted' | 'stays';
  /** Pages deleted: all of a deleted workspace's, otherwise those only this person sees. */
  readonly pages: number;
  readonly trashedPages: number;
}

export interface DeletionPlan {
  readonly hasPassword: boolean;
  readonly workspaces: readonly AffectedWorkspace[];
}

/** "12 pages, 3 of them in the trash"; "no pages". */
export function countGoingPages({ pages, trashedPages }: AffectedWorkspace): string {
  const all = pages + trashedPages;
  if (all === 0) return 'no pages';
  const counted = `${all.toLocaleString('en')} ${all === 1 ? 'page' : 'pages'}`;
  if (trashedPages === 0) return counted;
  if (pages === 0) return `${counted} in the trash`;
  return `${counted}, ${trashedPages.toLocaleString('en')} of them in the trash`;
}
