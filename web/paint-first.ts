import type { Plugin } from 'vite';

/** Longest wait for the picture of the first screen before the app starts, milliseconds. */
const patience = 3_000;

/**
 * Starts the app after the first screen and its picture are painted, because an earlier start would delay and replace them. The app starts at once in
 * a hidden tab, and after `longest` milliseconds at the latest. Inlined as source text behind the server-rendered HTML.
 */
function begin(entry: string, longest: number): void {
  let begun = false;
  // Preloads the next files after the first frame, so that styles, font and picture come first.
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
    // Browsers without this entry type start the app in the frame after decoding.
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

/** Loads the app's files after the first frame and runs them after the first screen. */
export const startAfterFirstPaint: Plugin = {
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
