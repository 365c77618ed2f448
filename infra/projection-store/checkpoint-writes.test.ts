import { expect, test } from 'vitest';
import { type CheckpointWrite, throttledCheckpoints } from './checkpoint-writes.ts';
import type { Checkpoint } from './port.ts';

test('Throttled checkpoint is readable before, during and after its write, also when the write ends during the read', async () => {
  const stored: Record<string, Checkpoint> = {};
  const stores: (() => void)[] = [];
  const throttled = throttledCheckpoints(1, async ({ partition, checkpoint }: CheckpointWrite) => {
    await new Promise<void>((resolve) => stores.push(resolve));
    stored[partition] = checkpoint;
  });
  const offset = async (read = async () => ({ ...stored })): Promise<number | undefined> => (await throttled.over('boards@1', read))['0']?.offset;
  throttled.add({ projection: 'boards@1', partition: '0', checkpoint: { offset: 7, watermark: 7 }, changed: null });
  expect(await offset()).toBe(7);
  await expect.poll(() => stores.length).toBe(1);
  expect(await offset()).toBe(7);
  const endsMeanwhile = async (): Promise<Record<string, Checkpoint>> => {
    const before = { ...stored };
    stores[0]?.();
    await expect.poll(() => stored['0']).toBeDefined();
    return before;
  };
  expect(await offset(endsMeanwhile)).toBe(7);
  expect(await offset()).toBe(7);
  await throttled.close();
});
