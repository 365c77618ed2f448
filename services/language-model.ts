import type { Config } from '@waystory/infra/config.ts';
import { openAiModel } from '@waystory/infra/language-model/openai.ts';
import type { LanguageModel } from '@waystory/infra/language-model/port.ts';
import { tracedModel } from '@waystory/infra/traced-adapters.ts';
import { noTracing, type Tracing } from '@waystory/infra/tracing/port.ts';
import { modelName } from '@waystory/local-model';
import { basePath } from './sandbox/model/service.ts';

const openAi = 'https://api.openai.com/v1';
/** Self-hosted servers accept any key, but the client requires one. */
const anyKey = 'none';
/** Wildcard addresses, which include the loopback address. */
const everywhere = ['0.0.0.0', '::'];

/**
 * The configured language model, or the built-in model, which this process serves itself. @param send Replaces network requests in a process without
 * an HTTP server.
 */
export function chooseLanguageModel(config: Config, tracing: Tracing = noTracing, send?: typeof fetch): LanguageModel {
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey, OPENAI_MODEL: model, HOST, PORT, SANDBOX_MODEL_KEY: key } = config;
  if (baseUrl || apiKey) return tracedModel(openAiModel({ baseUrl: baseUrl ?? openAi, apiKey: apiKey ?? anyKey, model }), model, tracing);
  const here = `http://${everywhere.includes(HOST) ? 'localhost' : HOST}:${PORT}`;
  const builtIn = openAiModel({ baseUrl: `${here}${basePath}`, apiKey: key ?? anyKey, model: modelName, ...(send && { fetch: send }) });
  return tracedModel(builtIn, modelName, tracing);
}
