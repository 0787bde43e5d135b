/** Whether the account that has just been signed in to has a password to sign in with. */
import { useEffect, useState } from 'react';
import { hasPassword } from '../api/enter-by-link.ts';

/** @returns undefined while that is not known; asked once there is somebody to ask for */
export function useHasPassword(isSignedIn: boolean): boolean | undefined {
  const [answer, setAnswer] = useState<boolean>();
  useEffect(() => {
    let isWanted = true;
    if (isSignedIn) void hasPassword().then((found) => isWanted && setAnswer(found));
    return () => {
      isWanted = false;
    };
  }, [isSignedIn]);
  return answer;
}
