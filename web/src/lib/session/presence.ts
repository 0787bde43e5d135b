/** Work that goes on for as long as a person is signed in, whichever screen they are on. */
const present = new Map<string, AbortController>();

/** @returns aborted when the person has left */
export function whilePresent(userId: string): AbortSignal {
  const controller = present.get(userId) ?? new AbortController();
  present.set(userId, controller);
  return controller.signal;
}

export function presentPeople(): readonly string[] {
  return [...present.keys()];
}

export function personLeft(userId: string): void {
  present.get(userId)?.abort();
  present.delete(userId);
}
