type Kafkajs = typeof import('kafkajs');
let loaded: Promise<Kafkajs> | null = null;

/**
 * Loads the client library at the first use. As released, each connection polls its queue a thousand times a second for ever after its first answer
 * (https://github.com/tulios/kafkajs/issues/1704). Here it polls only a queue with requests.
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

/** Node finds only some of the names that this module exports; on its default all of them are. */
async function importKafkajs(): Promise<Kafkajs> {
  const { default: library } = await import('kafkajs');
  return library;
}
