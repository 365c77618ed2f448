import { describe, test } from 'vitest';
import { readConfig } from '../config.ts';
import { busContract } from './contract.ts';
import { kafkaUnderTest } from './kafka/fixture.ts';
import { kafkaBus } from './kafka.ts';

const brokers = readConfig().KAFKA_BROKERS;

if (brokers)
  describe.each([
    ['consumers that read by themselves', 0],
    ['consumers of processes with others, for which the log is read once', 2],
  ])('%s', (_, others) => busContract(() => kafkaUnderTest(brokers, { others })));
else test(`the contract of the bus with ${kafkaBus.name}`, (context) => context.skip('KAFKA_BROKERS is not set'));
