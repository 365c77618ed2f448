import { describe, expect, test } from 'vitest';
import { type AskVersion, missingTools } from './tools.ts';

const answering =
  (said: Record<string, string>): AskVersion =>
  (program) =>
    said[program] ?? null;

describe('tool check', () => {
  test.each([['javac 17.0.15'], ['javac 25'], ['javac 21-ea']])('accepts %s', (said) => {
    expect(missingTools(['jdk'], answering({ javac: said }))).toEqual([]);
  });

  test("ignores the colours of Maven's output", () => {
    expect(missingTools(['maven'], answering({ mvn: '\u001b[1mApache Maven 3.8.7\u001b[m\nMaven home: /usr/share/maven' }))).toEqual([]);
  });

  test('names each missing tool with version and installation in one line', () => {
    const lacks = missingTools(['jdk', 'maven', 'go'], answering({ go: 'go version go1.22.3 linux/amd64' }));
    expect(lacks).toEqual([
      'a Java development kit (javac) 17 or later is missing; usually: apt-get install openjdk-17-jdk-headless, or brew install openjdk',
      'Maven (mvn) 3.6 or later is missing; usually: apt-get install maven, or brew install maven',
    ]);
  });

  test.each([
    ['jdk', { javac: 'javac 1.8.0_412' }, '1.8 is here'],
    ['maven', { mvn: 'Apache Maven 3.5.4' }, '3.5 is here'],
    ['go', { go: 'go version go1.9 linux/amd64' }, '1.9 is here'],
  ] as const)('names the present version of a tool that is too old: %s', (tool, said, words) => {
    expect(missingTools([tool], answering(said))).toEqual([expect.stringContaining(words)]);
  });

  test('names the missing socket of Docker', () => {
    expect(missingTools(['docker'], () => null)).toEqual([expect.stringMatching(/^no Docker socket answers; usually: /)]);
  });
});
