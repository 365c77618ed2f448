import type pg from 'pg';
import type { Load } from '../harness/measure.ts';
import { answerQuestions } from '../harness/worker.ts';
import { bareCarrier } from './bare.ts';
import { ourCarrier } from './ours.ts';
import { preparedEvents } from './prepared-log.ts';

export interface CarrierSettings {
  /** `ours`: relay and consumer of the bus. `bare`: kafkajs alone, with messages that were made before. */
  arm: 'ours' | 'bare';
  brokers: string[];
  /** For checkpoints of ours. */
  database: pg.PoolConfig;
  events: number;
}

/** Brings the prepared events to a topic and back. */
export interface Carrier {
  /** Gets ready to send to a topic that was made. */
  prepare(topic: string): Promise<void>;
  /** Sends all events; done when all replicas have them. */
  produce(topic: string): Promise<Load>;
  /** Ends what `prepare` began. */
  end(topic: string): Promise<void>;
  /** Reads a topic from its beginning to the last event, as the only member of a new group. */
  consume(topic: string): Promise<Load>;
  close(): Promise<void>;
}

export interface CarrierQuestion {
  call: Exclude<keyof Carrier, 'close'>;
  topic: string;
}

// The one argument is what the bench passes.
const settings = JSON.parse(process.argv[2] ?? '{}') as CarrierSettings;
const events = preparedEvents(settings.events);
const carrier = settings.arm === 'ours' ? ourCarrier(settings, events) : bareCarrier(settings, events);
answerQuestions<CarrierQuestion>(({ call, topic }) => carrier[call](topic), carrier.close);
