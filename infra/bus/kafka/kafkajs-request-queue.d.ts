declare module 'kafkajs/src/network/requestQueue/index.js' {
  /** Request queue of one connection, which the library does not export. */
  class RequestQueue {
    /** Requests that could not be sent yet. */
    pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}
