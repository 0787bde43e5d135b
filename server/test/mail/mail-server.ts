/** A real mail server on loopback whose mood a test decides. */
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailServer extends AsyncDisposable {
  readonly url: string;
  /** Called with each mail before the server answers; an error that it throws refuses the mail, with a 550 as a rule. */
  judge: (mail: Email) => Promise<void> | void;
  /** The mails accepted for an address, oldest first. */
  acceptedFor(address: string): Email[];
}

/** @param options how it differs from one that takes every mail from everybody, in clear */
export async function startMailServer({
  port = 0,
  ...options
}: SMTPServerOptions & { readonly port?: number } = {}): Promise<MailServer> {
  const accepted: Email[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Clients keep their connections open.
    closeTimeout: 500,
    ...options,
    onData: (stream, _session, callback) => {
      const judged = text(stream).then(async (source) => {
        const mail = await PostalMime.parse(source);
        await server.judge(mail);
        accepted.push(mail);
      });
      judged.then(
        () => callback(),
        (error: unknown) =>
          callback(
            Object.assign(new Error('Not this one'), {
              responseCode: error instanceof Refusal ? error.code : 550,
            }),
          ),
      );
    },
  });
  // A client that does not trust the certificate ends the connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve));
  const { port: taken } = smtp.server.address() as AddressInfo;
  const server: MailServer = {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${taken}`,
    judge: () => undefined,
    acceptedFor: (address) => accepted.filter(({ to }) => to?.some((one) => one.address === address)),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
  return server;
}

class Refusal extends Error {
  readonly code: number;

  constructor(code: number) {
    super('Refused.');
    this.code = code;
  }
}

/** Refuses a mail for good, as a mail server does that does not know the person. */
export function refuse(): never {
  throw new Refusal(550);
}

/** Refuses a mail for now, as a mail server does that is full. */
export function postpone(): never {
  throw new Refusal(451);
}
