/** The bytes of a picture that is shown, so that a change of it can be taken back. */

/** @returns undefined when they cannot be read */
export async function readAvatar(address: string | undefined): Promise<Blob | undefined> {
  if (address === undefined) return undefined;
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.blob() : undefined;
  } catch {
    return undefined;
  }
}
