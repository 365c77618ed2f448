"""One server, for as long as standard input stays open. Usage: run-llama.py MODEL PORT NAME KEY TOKENS"""

import os
import signal
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages"))
import xllamacpp  # noqa: E402

model, port, name, key, tokens = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = model
params.model_alias = {name}
params.hostnames = ["127.0.0.1"]
params.port = int(port)
params.api_keys = [key]
params.n_ctx = 8192
params.n_parallel = 2
params.n_predict = int(tokens)
# Threads of which one waits for the other take a busy core for that.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.warmup = False
params.ui = False
server = xllamacpp.Server(params)
print(f"listening on {server.listening_address}", flush=True)

ended = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: ended.set())


def wait_for_parent():
    sys.stdin.buffer.read()
    ended.set()


threading.Thread(target=wait_for_parent, daemon=True).start()
ended.wait()
# What it has begun is nobody's any more; tearing it down may take long.
os._exit(0)
