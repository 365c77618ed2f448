import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { chosenEngines, missingClientMessage } from './chosen-engines.ts';

const { peerDependencies } = z
  .object({ peerDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')));
const none = (): boolean => false;

test.each(chosenEngines)('%s=%s without its client package has a message with the remedy', (setting, value, _, name) => {
  expect(missingClientMessage({ [setting]: value }, none)).toBe(
    `${setting}=${value}: needs ${name}, which is not installed. Run: npm run install:engines`,
  );
  expect(peerDependencies).toHaveProperty([name]);
});

test('OTEL_EXPORTER_OTLP_ENDPOINT without the OpenTelemetry SDK has a message that names the SDK', () => {
  expect(missingClientMessage({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, none)).toContain('@opentelemetry/sdk-trace');
  expect(peerDependencies).toHaveProperty(['@opentelemetry/sdk-trace']);
});

test('built-in engines need no package', () => {
  expect(missingClientMessage({ EVENT_STORE: 'postgres', BUS: 'postgres', WORKFLOWS: 'dbos' }, none)).toBeNull();
});

test('missingClientMessage returns null for an installed client, and a message with the setting for a missing one', () => {
  expect(missingClientMessage({ BUS: 'kafka' })).toBeNull();
  expect(missingClientMessage({ PROJECTIONS: 'mongodb' }, (name) => name !== 'mongodb')).toContain('PROJECTIONS=mongodb');
});
