let answer: boolean | undefined;

/** Whether this browser can draw the map at all; asked once, because every context that is asked for costs memory. */
export function canDrawMap(): boolean {
  answer ??= probe();
  return answer;
}

function probe(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
