let initialised = false;

/** Loads the tag manager once with its frame; nothing without a container id. */
export function startTagManager(containerId: string | null): void {
  if (!containerId) return;
  if (initialised) {
    console.info('The tag manager is initialised already');
    return;
  }
  try {
    const address = `https://www.googletagmanager.com`;
    const script = document.createElement('script');
    script.async = true;
    script.src = `${address}/gtm.js?id=${encodeURIComponent(containerId)}`;
    script.onerror = () => console.error('The initialisation of the tag manager failed');
    const frame = document.createElement('iframe');
    frame.src = `${address}/ns.html?id=${encodeURIComponent(containerId)}`;
    frame.hidden = true;
    frame.title = 'Tag manager';
    const noscript = document.createElement('noscript');
    noscript.append(frame);
    document.head.append(script);
    document.body.prepend(noscript);
    initialised = true;
  } catch (error) {
    console.error('The initialisation of the tag manager failed', error);
  }
}
