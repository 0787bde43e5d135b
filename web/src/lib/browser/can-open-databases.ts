/** A browser without IndexedDB, or one that refuses it, may never answer; so this asks first. */
export function canOpenDatabases(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open('trellis-probe');
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}
