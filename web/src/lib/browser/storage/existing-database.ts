/** Opens a database of this browser that is there: to ask for one that is not would make it. */

/** @returns undefined where there is none @throws what the browser refuses it with */
export function openExisting(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isNew = false;
    request.onupgradeneeded = () => {
      isNew = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      const { result: database } = request;
      // Another tab deletes it, or has a newer form of it.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    request.onerror = (event) => {
      // An aborted upgrade is no failure of the page.
      event.preventDefault();
      if (isNew) resolve(undefined);
      else reject(request.error);
    };
  });
}
