/** Whether the list of workspaces opens with the dialog that makes one: kept with the address, so that links can ask. */

export const CREATING = { isCreating: true } as const;

/** @param state the router's */
export function isCreatingIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isCreating' in state && state.isCreating === true;
}
