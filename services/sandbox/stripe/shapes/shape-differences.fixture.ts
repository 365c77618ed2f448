/** Any JSON value. */
type Json = unknown;

const typeOf = (value: Json): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);
const isObject = (value: Json): value is Record<string, Json> => typeOf(value) === 'object';

/** Fields whose keys the client chooses. */
const free: ReadonlySet<string> = new Set(['metadata']);

/** Fields of `answer` that `model` lacks or has with another type. Lists are compared by their first items. Null on either side matches anything. */
export function shapeDifferences(answer: Json, model: Json, path = ''): string[] {
  const [mine, theirs] = [typeOf(answer), typeOf(model)];
  if (mine === 'null' || theirs === 'null') return [];
  if (mine !== theirs) return [`${path} is ${mine}, not ${theirs}`];
  if (Array.isArray(answer) && Array.isArray(model)) {
    const [first, other] = [answer[0], model[0]];
    return first === undefined || other === undefined ? [] : shapeDifferences(first, other, `${path}[]`);
  }
  if (!isObject(answer) || !isObject(model)) return [];
  return Object.entries(answer).flatMap(([name, value]) => {
    const at = path ? `${path}.${name}` : name;
    if (!(name in model)) return [`${at} is not there`];
    return free.has(name) ? [] : shapeDifferences(value, model[name], at);
  });
}

/** A proxy of the object, and the paths of the fields read from the proxy, in order. */
export function recordFieldReads<T extends object>(thing: T, path = '', read: string[] = []): { thing: T; read: readonly string[] } {
  const proxy = new Proxy(thing, {
    get(target, name, receiver) {
      const value: Json = Reflect.get(target, name, receiver);
      if (typeof name === 'symbol' || Array.isArray(target)) return value;
      const at = path ? `${path}.${name}` : name;
      read.push(at);
      return isObject(value) ? recordFieldReads(value, at, read).thing : value;
    },
  });
  return { thing: proxy, read };
}

/** Whether an answer has a field at the path; null above it counts as present. */
export function hasField(answer: Json, path: string): boolean {
  let value = answer;
  for (const name of path.split('.')) {
    if (value === null) return true;
    if (!isObject(value) || !(name in value)) return false;
    value = value[name];
  }
  return true;
}
