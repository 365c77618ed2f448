import { inSpan, type Span, type Tracing } from '../tracing/port.ts';
import type { CommandContext } from './command-handler.ts';

/** What is told of a command besides the category of its stream: its name, which is a word of ours. */
const nameOf = (command: unknown): string => {
  const { type } = Object(command) as { type?: unknown }; // commands have one by convention
  return typeof type === 'string' ? type : 'unknown';
};

/** Notes in its span which command is done. */
export const noteCommand = (span: Span | undefined, command: unknown): void => span?.setAttributes({ 'waystory.command': nameOf(command) });

/**
 * Does commands on streams of a category as a span of the work that asks for them. Events that they lead to name it, so that whoever handles them
 * elsewhere goes on with the trace. Work that is not recorded goes straight through.
 */
export function tracedCommand<T, C extends CommandContext>(
  tracing: Tracing,
  category: string,
  contexts: readonly C[],
  work: (contexts: readonly C[], span: Span | undefined) => Promise<T>,
): Promise<T> {
  const active = tracing.active();
  if (!active) return work(contexts, undefined);
  return inSpan(tracing, `command ${category}`, active, { attributes: { 'waystory.stream.category': category } }, (span) => {
    const { traceId, spanId } = span;
    return work(
      contexts.map((context) => ({ ...context, traceId, spanId })),
      span,
    );
  });
}
