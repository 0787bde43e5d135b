/** The Message-ID of a mail (RFC 5322 section 3.6.4), under the domain of its sender. */
import { addressParser } from 'postal-mime';

export function messageIdOf(id: string, from: string): string {
  const domain = addressParser(from)[0]?.address?.split('@').at(-1) || 'localhost';
  return `<${id}@${domain}>`;
}
