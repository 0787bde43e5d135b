/** Whether browsers treat pages of this address as a secure context (W3C Secure Contexts, 3.1). */
export function isSecureContext(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url) || url.hostname.endsWith('.localhost');
}

/** Whether an address can only be reached from this machine. */
export function isLoopback(url: URL): boolean {
  return (
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
  );
}
