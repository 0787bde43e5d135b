/**
 * Mails people who deleted their own account. A trigger on auth.users writes each notice to a table, whichever
 * client deleted the account; from there it moves into the queue of mails. Among many processes, one moves it.
 */
import type { Transaction } from '../../../database/database.ts';
import type { Background } from '../../../http/background.ts';
import type { PostedMail } from '../../../mail/queue/mail-queue.ts';
import type { Services } from '../../../services.ts';
import { Attendance } from '../mail/attendance.ts';
import { accountDeletedNotice } from '../mail/notices.ts';

const CHANNEL = 'auth_account_deleted';
const EVERY_MS = 60_000;

interface Needs {
  readonly mails: Pick<Services['mails'], 'put' | 'deliver'>;
  readonly database: Pick<Services['database'], 'asOwner' | 'listen'>;
  readonly background: Pick<Background, 'run'>;
}

/** Mails the waiting notices, and new ones until it is stopped. */
export async function mailDeletionNotices({ database, mails, background }: Needs): Promise<Attendance> {
  const attendance = new Attendance(background, EVERY_MS, async () => {
    for (let posted = await database.asOwner(move); posted; posted = await database.asOwner(move))
      await mails.deliver(posted);
  });

  async function move(transaction: Transaction): Promise<PostedMail | undefined> {
    const { rows } = await transaction.query<{ email: string }>({
      text: `delete from auth.deletion_notices where id = (
          select id from auth.deletion_notices order by id limit 1 for update skip locked
        )
        returning email`,
    });
    return rows[0] && mails.put(transaction, accountDeletedNotice(rows[0].email));
  }

  await database.listen(CHANNEL, {
    onMessage: () => attendance.ask(),
    onConnection: (connected) => {
      if (connected) attendance.ask();
    },
  });
  return attendance;
}
