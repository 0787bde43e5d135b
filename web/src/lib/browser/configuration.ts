/** The server's address and public key, which it writes into the page. */

export interface Configuration {
  readonly supabaseUrl: string;
  readonly supabasePublishableKey: string;
  /** The name of a provider at which people may sign in, too. */
  readonly signInProvider?: string;
}

/** @throws {Error} when the page was not served by a server that writes its configuration into it */
export function readConfiguration(): Configuration {
  const text = document.getElementById('config')?.textContent;
  if (!text) throw new Error('The page carries no configuration: open it through the server.');
  return JSON.parse(text) as Configuration;
}
