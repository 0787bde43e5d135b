/** A real mail server on loopback whose mood a test decides. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer extends AsyncDisposable {
  readonly url: string;
  /** Called with each mail before the server answers; an error that it throws refuses the mail with a 550. */
  judge: (mail: Email) => Promise<void> | void;
  /** The mails accepted for an address, oldest first. */
  acceptedFor(address: string): Email[];
}

export async function startMailServer(): Promise<MailServer> {
  const accepted: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, callback) => {
      const judged = text(stream).then(async (source) => {
        const mail = await PostalMime.parse(source);
        await server.judge(mail);
        accepted.push(mail);
      });
      judged.then(
        () => callback(),
        () => callback(Object.assign(new Error('Not this one'), { responseCode: 550 })),
      );
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    judge: () => undefined,
    acceptedFor: (address) => accepted.filter(({ to }) => to?.some((one) => one.address === address)),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
  return server;
}

/** Refuses a mail, as a mail server does that is full, does not know the person, or has a bad day. */
export function refuse(): never {
  throw new Error('Refused.');
}
