/** Whether this tab has been at another screen of the app before, so that going back stays in it. */

/** The router counts its entries in the history's state; the first of a tab is 0. */
export function canGoBackInApp(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0;
}
