import { parentPort, workerData } from 'node:worker_threads';
import { readableText } from './readable-text.ts';

parentPort?.postMessage(readableText(workerData)); // a page, see read-page.ts
