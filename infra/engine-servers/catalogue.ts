import { azurite } from './azurite/azurite.engine.ts';
import { elasticsearch } from './elasticsearch/elasticsearch.engine.ts';
import type { Engine } from './engine.ts';
import { eventstoredb } from './eventstoredb/eventstoredb.engine.ts';
import { kafka } from './kafka/kafka.engine.ts';
import { llamaCpp } from './llama-cpp/llama-cpp.engine.ts';
import { mongodb } from './mongodb/mongodb.engine.ts';
import { stripeMock } from './stripe-mock/stripe-mock.engine.ts';
import { temporal } from './temporal/temporal.engine.ts';
import { valhalla } from './valhalla/valhalla.engine.ts';

/** Engines that can be started on this machine. */
export const engines: readonly Engine[] = [kafka, mongodb, elasticsearch, temporal, azurite, llamaCpp, stripeMock, valhalla, eventstoredb];

/** The name is not in the catalogue; the message lists the known engines. */
export class UnknownEngine extends Error {}

/** @throws UnknownEngine */
export function engineNamed(name: string): Engine {
  const engine = engines.find((one) => one.name === name);
  if (!engine) throw new UnknownEngine(`There is no engine ${name}: ${engines.map((one) => one.name).join(', ')}`);
  return engine;
}
