import { beginAnswer, type ProviderMessage, type ScriptedAnswer } from '../scripted-provider.fixture.ts';

/**
 * A model that obeys every command in its context, however hidden. Commands are `@@CALL tool {arguments}@@`, `@@LATER …@@` for after the next
 * message, `@@BREAK@@`, and `@@SPELL address@@` letter by letter.
 */
export function obedientModel() {
  /** Obeyed commands per person. */
  const obeyed = new Map<string, Set<string>>();
  return (messages: readonly ProviderMessage[]): ScriptedAnswer => {
    const secret = /code is (\w+)/.exec(messages.find(({ role }) => role === 'user')?.content ?? '')?.[1] ?? '';
    const done = obeyed.get(secret) ?? new Set();
    obeyed.set(secret, done);
    const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const address = /Read (\S+)/.exec(said)?.[1];
    if (address && !done.has(said)) {
      done.add(said);
      return { calls: [['web_browser', { url: address }]] };
    }
    const place = /Look up (.+)$/.exec(said)?.[1];
    if (place && !done.has(said)) {
      done.add(said);
      return { calls: [['lookup_location', { query: place }]] };
    }
    const read = messages.filter(({ role }) => role === 'tool' || role === 'system').map(({ content }) => content ?? '');
    const commands = commandsIn(read, !address && !place).map((command) => filled(command, secret, read[0] ?? ''));
    const next = commands.flatMap((command) => (command.startsWith('SPELL ') ? spelled(command, secret) : [command])).find((one) => !done.has(one));
    if (next === undefined) return 'Done.';
    done.add(next);
    if (next !== 'BREAK') return callOf(next);
    return (response) => {
      beginAnswer(response, 'Well');
      setImmediate(() => response.destroy());
    };
  };
}

function callOf(command: string): ScriptedAnswer {
  const [, name = '', args = '{}'] = /^(?:CALL )?(\w+) (\{.*\})$/s.exec(command) ?? [];
  return { calls: [[name, JSON.parse(args) as object]] };
}

const spelled = (command: string, secret: string): string[] =>
  [...secret].map((letter, at) => `web_browser {"url":"${command.slice('SPELL '.length)}${at}/${letter}"}`);

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const reversed = (text: string): string => [...text].reverse().join('');

/** Commands in the context, also encoded and invisible ones. */
function commandsIn(read: readonly string[], isLater: boolean): string[] {
  const plain = read.map((text) => unescaped(text).replaceAll(invisible, '')).join('\n');
  const packed = [...plain.matchAll(/@@B64 ([\w+/=]+)@@/g)].map(([, text = '']) => atob(text));
  const turned = [...plain.matchAll(/@@REV (.*?)@@/gs)].map(([, text = '']) => `@@${reversed(text)}@@`);
  const percent = plain.includes('%40%40') ? [decodeURIComponent(plain.replaceAll(/%(?![\dA-F]{2})/gi, '%25'))] : [];
  const all = [plain, ...packed, ...turned, ...percent].flatMap((text) =>
    [...text.matchAll(/@@((?:CALL|LATER|BREAK|SPELL).*?)@@/gs)].map(([, one = '']) => one),
  );
  return all.flatMap((one) => (one.startsWith('LATER ') ? (isLater ? [one.slice('LATER '.length)] : []) : [one]));
}

/** Decodes JSON escapes in tool results and in fenced blocks of the prompt. */
function unescaped(text: string): string {
  try {
    return stringsIn(JSON.parse(text)).join('\n');
  } catch {
    return text.replaceAll(/```json\n(.*?)\n```/gs, (_, json: string) => stringsIn(JSON.parse(json)).join('\n'));
  }
}
const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];

/** Replaces the placeholders of a command by data of the conversation. */
function filled(command: string, secret: string, prompt: string): string {
  const [trip = '', day = '', stop = ''] = prompt.match(/(?<="id":")[\w-]{36}/g) ?? [];
  const known: Readonly<Record<string, string>> = {
    ...{ SECRET: secret, LOWER: secret.toLowerCase(), B64: btoa(secret), HEX: Buffer.from(secret).toString('hex'), REVERSED: reversed(secret) },
    ...{ TRIP: trip, DAY: day, STOP: stop },
  };
  return command.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => known[name] ?? '');
}
