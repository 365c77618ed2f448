declare module 'kafkajs/src/network/requestQueue/index.js' {
  /** Requests of one connection. Not part of what the library exports. */
  class RequestQueue {
    /** Requests that could not be sent yet. */
    pending: readonly unknown[];
    scheduleCheckPendingRequests(): void;
  }
  export = RequestQueue;
}
