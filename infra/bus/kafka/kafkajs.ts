type Kafkajs = typeof import('kafkajs');
let loaded: Promise<Kafkajs> | null = null;

/**
 * Loads the client library at the first use, with a patch. The released version polls each connection's queue a thousand times a second for ever
 * after its first answer (https://github.com/tulios/kafkajs/issues/1704). The patch polls only a queue with requests.
 */
export function loadKafkajs(): Promise<Kafkajs> {
  loaded ??= Promise.all([importKafkajs(), import('kafkajs/src/network/requestQueue/index.js')]).then(([library, { default: RequestQueue }]) => {
    const { prototype } = RequestQueue;
    const schedule = prototype.scheduleCheckPendingRequests;
    prototype.scheduleCheckPendingRequests = function scheduleWhenPending() {
      if (this.pending.length > 0) schedule.call(this);
    };
    return library;
  });
  return loaded;
}

/** Node detects only some of this module's named exports; its default export has all of them. */
async function importKafkajs(): Promise<Kafkajs> {
  const { default: library } = await import('kafkajs');
  return library;
}
