type Kafkajs = typeof import('kafkajs');
let loaded: Promise<Kafkajs> | null = null;

/**
 * Loads the client library at the first use. As released, each of its connections looks for waiting requests a thousand times a second as soon
 * as one was answered, for ever (https://github.com/tulios/kafkajs/issues/1704): only a queue with something in it is looked at again.
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
