/** HTTP/2 for the browser, by a proxy in a process of its own. */
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { installPeers } from '../install-peers.ts';
import { startChildServer } from './child-server.ts';

const MAIN = fileURLToPath(new URL('../peers/http2-proxy.ts', import.meta.url));

/**
 * @param behind the origin of the server
 * @param port of the proxy, where it speaks TLS with a certificate that nobody knows
 * @throws {Error} when it cannot be installed or does not start
 */
export async function startHttp2Proxy(behind: string, port: number): Promise<{ stop(): Promise<void> }> {
  installPeers();
  const probePort = await freePort();
  return startChildServer({
    args: [MAIN],
    environment: { ORIGIN: behind, PORT: String(port), PROBE_PORT: String(probePort) },
    probe: `http://127.0.0.1:${probePort}`,
  });
}
