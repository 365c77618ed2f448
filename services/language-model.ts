import type { Config } from '@waystory/infra/config.ts';
import { openAiModel } from '@waystory/infra/language-model/openai.ts';
import type { LanguageModel } from '@waystory/infra/language-model/port.ts';
import { modelName } from './sandbox/model/completion.ts';
import { basePath } from './sandbox/model/endpoint.ts';

const openAi = 'https://api.openai.com/v1';
/** Servers of one's own take any key, and the client wants one. */
const anyKey = 'none';
/** Addresses that mean all addresses of this machine, of which one is this. */
const everywhere = ['0.0.0.0', '::'];

/**
 * The configured model of the assistant, or the built-in one, which this process serves itself.
 * @param send in place of the network, for a process that does not listen
 */
export function chooseLanguageModel(config: Config, send?: typeof fetch): LanguageModel {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, OPENAI_MODEL: model, HOST, PORT, SANDBOX_MODEL_KEY: key } = config;
  if (baseUrl || apiKey) return openAiModel({ baseUrl: baseUrl ?? openAi, apiKey: apiKey ?? anyKey, model });
  const here = `http://${everywhere.includes(HOST) ? 'localhost' : HOST}:${PORT}`;
  return openAiModel({ baseUrl: `${here}${basePath}`, apiKey: key ?? anyKey, model: modelName, ...(send && { fetch: send }) });
}
