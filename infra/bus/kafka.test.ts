import { test } from 'vitest';
import { readConfig } from '../config.ts';
import { busContract } from './contract.ts';
import { kafkaUnderTest } from './kafka/fixture.ts';
import { kafkaBus } from './kafka.ts';

const brokers = readConfig().KAFKA_BROKERS;

if (brokers) busContract(() => kafkaUnderTest(brokers));
else test(`the contract of the bus with ${kafkaBus.name}`, (context) => context.skip('KAFKA_BROKERS is not set'));
