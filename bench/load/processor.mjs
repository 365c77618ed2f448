// Runs in Artillery's workers: an async function for each scenario.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { numbersFrom } from '../harness/seeded-numbers.ts';
import { scenarios } from './scenarios.ts';
import { Visit, VisitEnded } from './visit.ts';

let stage;
let random;
const delay = monitorEventLoopDelay({ resolution: 10 });

async function visit(name, context, counting) {
  stage ??= JSON.parse(readFileSync(context.vars.stageFile, 'utf8'));
  random ??= numbersFrom(stage.seed);
  delay.enable();
  counting.emit('counter', `visits.${name}`, 1);
  try {
    await scenarios[name].run(new Visit(stage, random, counting));
    counting.emit('counter', `ended-well.${name}`, 1);
  } catch (error) {
    if (error instanceof VisitEnded) return;
    counting.emit('counter', 'failed.unexpected', 1);
    counting.emit('counter', `unexpected: ${String(error.message).slice(0, 120)}`, 1);
  } finally {
    // Delay of this process itself, milliseconds: late visitors are not the product's fault.
    counting.emit('histogram', 'generator-delay', delay.percentile(99) / 1e6);
    delay.reset();
  }
}

export async function browse(context, counting) {
  await visit('browse', context, counting);
}
export async function search(context, counting) {
  await visit('search', context, counting);
}
export async function write(context, counting) {
  await visit('write', context, counting);
}
export async function social(context, counting) {
  await visit('social', context, counting);
}
export async function upload(context, counting) {
  await visit('upload', context, counting);
}
export async function chat(context, counting) {
  await visit('chat', context, counting);
}
export async function checkout(context, counting) {
  await visit('checkout', context, counting);
}
export async function moderation(context, counting) {
  await visit('moderation', context, counting);
}
