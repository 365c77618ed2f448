// Plain JavaScript, because it is installed into the cache without our types. Usage: run-container.mjs IMAGE PORT_INSIDE PORT_OUTSIDE [ARGUMENT...].
// Runs one container while standard input is open.
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
// The parent process is gone. If this process is killed as well, the package's reaper removes the container.
process.stdin.once('end', end).resume();
console.log(`running as ${(await starting).getId()}`);
