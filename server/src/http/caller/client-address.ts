/**
 * The address that a request comes from. A proxy's `X-Forwarded-For` counts only when the operator says that
 * there is one (TRUST_PROXY): otherwise anybody could write it. Its last entry counts, which the proxy itself
 * added.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Context } from 'hono';
import type { HttpEnvironment } from '../http-environment.ts';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
// Some proxies name the port, too: 192.0.2.1:4711 and [2001:db8::1]:4711.
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

/** @returns an IPv4 or IPv6 address; empty when it is not known, as without a socket */
export function clientAddress(context: Context<HttpEnvironment>, trustProxy: boolean): string {
  return addressOf(
    context.req.header('x-forwarded-for'),
    context.env?.incoming?.socket.remoteAddress,
    trustProxy,
  );
}

/** The same for a request that is no HTTP request of the app's, such as one to upgrade. */
export function requestAddress({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  return addressOf(headers['x-forwarded-for']?.toString(), socket.remoteAddress, trustProxy);
}

function addressOf(forwarded: string | undefined, remote: string | undefined, trustProxy: boolean): string {
  const named = trustProxy ? forwarded?.split(',').at(-1) : undefined;
  return readAddress(named ?? '') || readAddress(remote ?? '');
}

/**
 * A client's own network: its IPv4 address, or the /64 network in which an IPv6 client may choose addresses freely (RFC
 * 4291 section 2.5.4).
 */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function readAddress(given: string): string {
  const text = given.trim();
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  const address = ipv6 ?? ipv4 ?? text;
  if (isIP(address) === 0) return '';
  return MAPPED_IPV4.exec(address)?.[1] ?? address.toLowerCase();
}
