/** Calls of the admin API. */

/** A call that failed: its status (0 without an answer), and what the service says about it. */
export class Problem extends Error {
  constructor(status, body, response) {
    super(typeof body?.detail === 'string' ? body.detail : (body?.title ?? ''));
    this.status = status;
    this.problems = Array.isArray(body?.problems) ? body.problems : [];
    this.retryAfter = Number(response?.headers.get('Retry-After')) || null;
    this.etag = response?.headers.get('ETag') ?? null;
  }
}

let token = null;
let refused = () => {};

/** Sets the credential of later calls, and what happens when the service refuses it (401) or its role (403). */
export function useToken(value, onRefused) {
  token = value;
  refused = onRefused ?? refused;
}

function address(path, query) {
  const used = Object.entries(query ?? {}).filter(([, value]) => value != null && value !== '');
  return used.length ? `${path}?${new URLSearchParams(used)}` : path;
}

/** Sends a request with the credential; throws a Problem unless the status is 2xx. */
export async function send(method, path, options = {}) {
  const {query, body, type, accept, etag, signal, as} = options;
  const headers = new Headers({Accept: accept ?? 'application/json'});
  const credential = as ?? token;
  if (credential) {
    headers.set('Authorization', `Bearer ${credential}`);
  }
  if (etag) {
    headers.set('If-Match', etag);
  }
  let content = body;
  if (body !== undefined && !(body instanceof FormData)) {
    headers.set('Content-Type', type ?? 'application/json');
    content = typeof body === 'string' ? body : JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(address(path, query), {method, headers, body: content, signal, cache: 'no-store'});
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
    throw new Problem(0, {detail: error.message});
  }
  if (!response.ok) {
    const problem = new Problem(response.status, await bodyOf(response), response);
    if ((response.status === 401 || response.status === 403) && !as) {
      refused(problem);
    }
    throw problem;
  }
  return response;
}

async function bodyOf(response) {
  const text = await response.text();
  if (/json/.test(response.headers.get('Content-Type') ?? '') && text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }
  return text;
}

/** Sends a request, and returns the body of the answer. */
export async function call(method, path, options) {
  return bodyOf(await send(method, path, options));
}

/** Reads a resource. */
export function read(path, query, signal) {
  return call('GET', path, {query, signal});
}

/** Reads a resource with its version. */
export async function readVersion(path, signal) {
  const response = await send('GET', path, {signal});
  return {data: await bodyOf(response), etag: response.headers.get('ETag')};
}

/** A path of the API; its parts are encoded. */
export function path(strings, ...parts) {
  const impossible = parts.find((part) => part === '.' || part === '..');
  if (impossible) { // also percent-encoded, a browser takes them for steps between folders
    throw new Problem(400, {detail: `A browser cannot ask for the name “${impossible}”. Use another client of the API.`});
  }
  return String.raw({raw: strings}, ...parts.map(encodeURIComponent));
}
