import { createContext, use } from 'react';
import type { RuntimeConfig } from './config.ts';

export const ConfigContext = createContext<RuntimeConfig | null>(null);

/** Runtime configuration of this installation. */
export function useConfig(): RuntimeConfig {
  const config = use(ConfigContext);
  if (!config) throw new Error('useConfig is called outside of the app');
  return config;
}
