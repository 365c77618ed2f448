import { kafkaClient } from '@waystory/infra/bus/kafka/client.ts';
import { carry } from '@waystory/infra/bus/kafka/relay.ts';
import { kafkaTopic } from '@waystory/infra/bus/kafka/topic.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';

// This relay takes no lease: its successor may start while the killed relay still sends.
const [database = '{}', brokers = '', topic = ''] = process.argv.slice(2);
const pool = createPool(JSON.parse(database), { max: 2 });
const events = postgresEventStore(pool);
const open = kafkaClient({ brokers: brokers.split(',') });
const ended = new AbortController();
process.once('disconnect', () => process.exit());
process.send?.('begins');
await carry({ topic: kafkaTopic(topic, open), open, events, onError: () => {} }, ended.signal);
