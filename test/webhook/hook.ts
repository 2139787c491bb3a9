import { startApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';
import { accepts, WebhookReceiver } from '../support/webhook-receiver.js';

export type Hook = Awaited<ReturnType<typeof startHook>>;

/** A service and the receiver of its webhook. */
export async function startHook() {
  const receiver = await WebhookReceiver.start();
  const service: TestApp = await startApp(receiver.settings);
  const waiting = () =>
    service.database.query<{ attempts: number; delay: number; user_id: string }>(
      `SELECT attempts, user_id, round(extract(epoch FROM next_attempt_at - now()))::float8 AS delay
       FROM outbox_messages ORDER BY created_at`,
    );
  /** Makes all messages due, as time would. */
  const advance = () => service.database.query('UPDATE outbox_messages SET next_attempt_at = now()');
  const isEmpty = () => until(async () => (await waiting()).length === 0);
  return {
    receiver,
    service,
    waiting,
    advance,
    isEmpty,
    apply: async (applicant: string, gigId: string) =>
      (await service.as(applicant).post(`/gigs/${gigId}/applications`, { message: 'Me!' })).body,
    arrived: (count: number) => until(() => receiver.messages.length >= count),
    /** Delivers what is left, and deletes it with all else. @throws Error for a wrong signature */
    reset: async () => {
      receiver.behave = accepts;
      await advance();
      await isEmpty();
      await service.database.query('TRUNCATE events, users, notifications CASCADE');
      receiver.messages.length = 0;
      if (receiver.faults.length > 0) throw receiver.faults[0];
    },
    close: async () => {
      await service.close();
      await receiver.close();
    },
  };
}
