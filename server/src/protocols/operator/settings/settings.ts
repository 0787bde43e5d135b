/** GET /settings and PUT /settings/:variable: what may change while the server runs. */
import { z } from 'zod';
import { SettingRefused } from '../../../config/run-time-settings.ts';
import { recordAct } from '../acts/record-act.ts';
import { OperatorError } from '../errors.ts';
import type { Operation } from '../operator-services.ts';
import { readJson } from '../read-request.ts';

const LONGEST_VALUE = 4000;
const changeSchema = z.object({ value: z.string().max(LONGEST_VALUE).nullable() });

export const listSettings: Operation = async (context, { runTime, config }) =>
  context.json({ settings: runTime.list(), email_confirmation: config.auth.emailConfirmation });

export const changeSetting: Operation = async (context, { runTime, database }, by) => {
  const variable = context.req.param('variable') ?? '';
  const { value } = await readJson(context, changeSchema);
  const before = runTime.list().find((setting) => setting.variable === variable)?.value;
  try {
    await database.asOwner(async (transaction) => {
      await runTime.change(transaction, variable, value);
      const details = { from: before, to: value ?? 'the default' };
      await recordAct(transaction, by, { act: 'setting_changed', target: variable, details });
    });
  } catch (error) {
    throw error instanceof SettingRefused ? new OperatorError('not_possible', error.message) : error;
  }
  await runTime.reread();
  return context.json({ settings: runTime.list() });
};
