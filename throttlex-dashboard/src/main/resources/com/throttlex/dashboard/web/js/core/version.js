const own = /\/assets\/([^/]+)\//.exec(import.meta.url)?.[1];

/** Returns whether the service has another dashboard than the open one, because it was updated. */
export async function isOutdated() {
  try {
    const tag = (await fetch('/', {method: 'HEAD', cache: 'no-store'})).headers.get('ETag');
    return Boolean(own && tag) && !tag.includes(own);
  } catch {
    return false; // The service does not answer: the page says so already.
  }
}
