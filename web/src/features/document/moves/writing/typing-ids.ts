/** The client ids that people type under. Yjs puts a text with a lower id to the left of another one at the same place. */

export const LOWEST_TYPED = 2 ** 30;
export const HIGHEST_TYPED = 2 ** 31;

/**
 * @param clientID of a document that somebody types in
 * @returns another id of the same screen, for lines that it puts behind a word which somebody else may be typing: it is higher than all
 * that are typed under, so that the rest of the word comes before them
 */
export function idBehindWords(clientID: number): number {
  return clientID < HIGHEST_TYPED ? clientID + LOWEST_TYPED : clientID;
}
