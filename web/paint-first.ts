import type { Plugin } from 'vite';

/** Longest that the app waits for the picture of the first screen, milliseconds; it is smaller than the scripts, which come beside it. */
const patience = 3_000;

/**
 * Runs in the page, as text, after what the server drew. Begins the app when all of that is on the screen, picture and all: code that runs
 * earlier holds it up, and takes away a picture that nobody has seen yet. In a tab that nobody sees it begins at once.
 */
function begin(entry: string, longest: number): void {
  let begun = false;
  // Links to what is needed next: asked for after the first frame, so that styles, font and picture come before it.
  const ask = (): void => {
    for (const { content } of document.querySelectorAll<HTMLTemplateElement>('template[data-next]')) document.head.append(content);
  };
  const go = (): void => {
    if (begun) return;
    begun = true;
    ask();
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = entry;
    document.head.append(script);
  };
  const afterPaint = (): void => {
    requestAnimationFrame(() => setTimeout(go));
  };
  const afterPicture = (): void => {
    // Elsewhere the frame after it was decoded has to do.
    if (!PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')) {
      afterPaint();
      return;
    }
    new PerformanceObserver((list, observer) => {
      if (!list.getEntries().some((paint) => 'url' in paint && paint.url)) return;
      observer.disconnect();
      go();
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  };
  const picture = document.querySelector<HTMLImageElement>('#root img');
  if (document.hidden) go();
  else if (picture) picture.decode().then(afterPicture, afterPaint);
  else afterPaint();
  requestAnimationFrame(() => setTimeout(ask));
  setTimeout(go, longest);
}

/** Has the files of the app loaded after the first frame and run after the first screen. */
export const paintFirst: Plugin = {
  name: 'paint-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { path }) {
      if (path !== '/index.html') return html;
      const scripts = /<(?:script type="module"|link rel="modulepreload") crossorigin (?:src|href)="([^"]+)">(?:<\/script>)?/g;
      const entry = /<script type="module" crossorigin src="([^"]*\/index-[^"]+)">/.exec(html)?.[1];
      if (!entry) throw new Error('The page has no entry');
      const links = Array.from(html.matchAll(scripts), ([, src]) => `<link rel="modulepreload" crossorigin href="${src}">`);
      return {
        html: html.replace(scripts, '').replace('</body>', `<template data-next>${links.join('')}</template></body>`),
        tags: [{ tag: 'script', children: `(${begin})(${JSON.stringify(entry)},${patience})`, injectTo: 'body' }],
      };
    },
  },
};
