// Plain JavaScript on purpose: it is installed with its package into the cache, where no types of ours are.
// Usage: run-container.mjs IMAGE PORT_INSIDE PORT_OUTSIDE [ARGUMENT...]. One container, for as long as standard input stays open.
import { GenericContainer } from 'testcontainers';

const [image, inside, outside, ...command] = process.argv.slice(2);
const starting = new GenericContainer(image)
  .withExposedPorts({ container: Number(inside), host: Number(outside) })
  .withCommand(command)
  .start();

const end = async () => {
  const container = await starting;
  await container.stop();
  process.exit(0);
};
process.once('SIGTERM', end);
// Whoever started us is gone; a container that outlives us as well is removed by the reaper that the package runs.
process.stdin.once('end', end).resume();
console.log(`running as ${(await starting).getId()}`);
