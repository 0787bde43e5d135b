/**
 * Mails people who deleted their own account. A trigger on auth.users writes each notice to a table, whichever
 * client deleted the account. A mail server that does not answer, or a process that ends, only delays a
 * notice; it is dropped after three days. Among many processes, one takes each notice.
 */
import type { Background } from '../../../http/background.ts';
import type { Services } from '../../../services.ts';
import { accountDeletedNotice } from '../mail/notices.ts';

const CHANNEL = 'auth_account_deleted';
const RETRY_MS = 10 * 60_000;

type Needs = Pick<Services, 'mailer'> & {
  readonly database: Pick<Services['database'], 'asOwner' | 'listen'>;
  readonly background: Pick<Background, 'run'>;
};

interface Notice {
  readonly id: string;
  readonly email: string;
}

/** Mails the waiting notices, and new ones until the database closes. */
export async function mailDeletionNotices({
  database,
  mailer,
  background,
}: Needs): Promise<{ stop(): void }> {
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  const start = () => {
    clearTimeout(retry);
    if (!stopped) background.run(mailAll);
  };

  async function mailAll(): Promise<void> {
    for (let notice = await take(); notice; notice = await take()) {
      // The mailer reports failures itself. No transaction is open meanwhile.
      const accepted = await mailer.send(accountDeletedNotice(notice.email)).then(
        () => true,
        () => false,
      );
      if (accepted) await remove(notice);
    }
    if (stopped || !(await isAnyLeft())) return;
    clearTimeout(retry);
    retry = setTimeout(start, RETRY_MS);
    retry.unref();
  }

  async function take(): Promise<Notice | undefined> {
    const { rows } = await database.asOwner((transaction) =>
      transaction.query<Notice>({
        text: `update auth.deletion_notices set taken_until = now() + interval '10 minutes'
          where id = (
            select id from auth.deletion_notices
            where taken_until <= now() and created_at > now() - interval '3 days'
            order by id limit 1 for update skip locked
          )
          returning id, email`,
      }),
    );
    return rows[0];
  }

  async function remove({ id }: Notice): Promise<void> {
    await database.asOwner((transaction) =>
      transaction.query({ text: 'delete from auth.deletion_notices where id = $1', values: [id] }),
    );
  }

  async function isAnyLeft(): Promise<boolean> {
    const { rowCount } = await database.asOwner(async (transaction) => {
      await transaction.query({
        text: `delete from auth.deletion_notices where created_at <= now() - interval '3 days'`,
      });
      return transaction.query({ text: 'select from auth.deletion_notices limit 1' });
    });
    return rowCount > 0;
  }

  await database.listen(CHANNEL, {
    onMessage: start,
    onConnection: (connected) => {
      if (connected) start();
    },
  });
  return {
    stop: () => {
      stopped = true;
      clearTimeout(retry);
    },
  };
}
