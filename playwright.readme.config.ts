import { defineConfig } from '@playwright/test';
import oneProcess from './playwright.config.ts';

/** Pictures of the README, of a world that no test has written to; no part of the usual run. */
export default defineConfig({ ...oneProcess, testMatch: '**/*.pictures.ts' });
