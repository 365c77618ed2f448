import { createLeaseTopic, createTopic } from '@waystory/infra/bus/kafka/topic-settings.ts';
import type { Admin } from 'kafkajs';

/** Makes a topic of the bus, and the one that its relay takes its lease by. */
export async function makeTopics(admin: Admin, topic: string): Promise<void> {
  const make = async (): Promise<void> => {
    await createTopic(admin, topic);
    await createLeaseTopic(admin, `${topic}.relay`);
  };
  // A broker may not yet know of what it has just made.
  await make().catch(make);
}
