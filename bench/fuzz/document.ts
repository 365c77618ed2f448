import { z } from 'zod';

const parameter = z.looseObject({
  content: z.object({ 'application/json': z.object({ schema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) }) }).optional(),
});
const description = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ parameters: z.array(parameter).default([]) }))),
});

const combining = ['and', 'or', 'not'];

/** The document with filters of one level: boundaries of nested filters are hundreds of thousands, and say no more. */
export function withoutNesting(document: unknown): unknown {
  const whole = description.parse(document);
  const parameters = Object.values(whole.paths).flatMap((operations) => Object.values(operations).flatMap((operation) => operation.parameters));
  for (const { content } of parameters) for (const name of combining) delete content?.['application/json'].schema.properties[name];
  return whole;
}
