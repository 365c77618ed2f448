import { blankAnswer, messageBuilderFor } from '@waystory/proto/assistant/answer-parts.ts';
import type { DataStreamPart } from '@waystory/proto/assistant/data-stream.ts';
import type { ToolName } from '@waystory/proto/assistant/tools/registry.ts';
import { expect, test } from 'vitest';
import { segmentsOf } from './tool-calls.ts';

const withPart = messageBuilderFor((name): name is ToolName => name !== 'make_tea');
const start = (toolCallId: string, toolName: string): DataStreamPart => ({ type: 'tool_call_streaming_start', value: { toolCallId, toolName } });
const step: DataStreamPart = { type: 'start_step', value: { messageId: 'm' } };

test('Tool calls of several steps form one segment between two texts', () => {
  const parts: DataStreamPart[] = [
    step,
    { type: 'text', value: 'Let me ' },
    { type: 'text', value: 'see.' },
    start('1', 'lookup_location'),
    start('2', 'make_tea'),
    step,
    { type: 'text', value: ' ' },
    start('3', 'add_day'),
    step,
    { type: 'text', value: 'Done.' },
  ];
  const message = parts.reduce(withPart, blankAnswer('m', ''));
  expect(segmentsOf(message.parts)).toMatchObject([
    { kind: 'text', text: 'Let me see.' },
    { kind: 'tools', calls: [{ toolCallId: '1' }, { toolCallId: '3' }] },
    { kind: 'text', text: 'Done.' },
  ]);
});
