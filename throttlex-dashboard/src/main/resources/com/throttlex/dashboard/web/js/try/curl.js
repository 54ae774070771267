/** Reads a curl command as a request to check. */

const CHECKS = /\/(api\/v1|throttle)\/check$/;
const WITH_VALUE = new Set([
  '-A', '--user-agent', '-b', '--cookie', '-c', '--cookie-jar', '-e', '--referer', '-m', '--max-time', '-o', '--output',
  '-u', '--user', '-w', '--write-out', '-x', '--proxy', '--cacert', '--cert', '--connect-timeout', '--key', '--resolve',
  '--retry', '-F', '--form', '--form-string', '-T', '--upload-file', '-r', '--range',
]);
const DATA = new Set(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--data-urlencode', '--json']);
const ESCAPES = new Map([['n', '\n'], ['t', '\t'], ['r', '\r']]);

/** The words of a shell command: quotes and backslashes as a POSIX shell reads them. */
export function shellWords(text) {
  const words = [];
  let word = null;
  let i = 0;
  const add = (more) => (word = (word ?? '') + more);
  while (i < text.length) {
    const c = text[i];
    if (c === '\\') {
      if (text[i + 1] !== '\n' && !text.startsWith('\r\n', i + 1)) {
        add(text[i + 1] ?? '');
      }
      i += text.startsWith('\r\n', i + 1) ? 3 : 2;
    } else if (c === "'" || (c === '$' && text[i + 1] === "'")) {
      const escapes = c === '$';
      i += escapes ? 2 : 1;
      add('');
      while (i < text.length && text[i] !== "'") {
        if (escapes && text[i] === '\\') {
          i++;
          add(ESCAPES.get(text[i]) ?? text[i] ?? '');
        } else {
          add(text[i]);
        }
        i++;
      }
      i++;
    } else if (c === '"') {
      i++;
      add('');
      while (i < text.length && text[i] !== '"') {
        if (text[i] === '\\' && '"\\$`\n'.includes(text[i + 1] ?? ' ')) {
          i++;
          add(text[i] === '\n' ? '' : text[i]);
        } else {
          add(text[i]);
        }
        i++;
      }
      i++;
    } else if (/\s/.test(c)) {
      if (word !== null) {
        words.push(word);
        word = null;
      }
      i++;
    } else {
      add(c);
      i++;
    }
  }
  return word === null ? words : [...words, word];
}

/** The request of a curl command: `{method, url, headers, body}`; throws an Error that says what is wrong. */
export function readCurl(text) {
  const words = shellWords(text.trim().replace(/^\$\s+/, ''));
  if (!/(^|\/)curl(\.exe)?$/.test(words[0] ?? '')) {
    throw new Error('It does not begin with curl.');
  }
  const request = {method: null, url: null, headers: [], body: null};
  for (let i = 1; i < words.length; i++) {
    i = readOption(request, words, i);
  }
  if (!request.url) {
    throw new Error('It has no URL.');
  }
  return {...request, method: request.method ?? (request.body === null ? 'GET' : 'POST')};
}

/** Reads the option at an index; returns the index of its last word. */
function readOption(request, words, i) {
  let name = words[i];
  let value = words[i + 1];
  let used = 1;
  const long = /^(--[^=]+)=(.*)$/s.exec(name);
  const short = /^(-[XHdAbuoemTFrwxc])(.+)$/s.exec(name);
  if (long || (short && !name.startsWith('--'))) {
    [name, value] = (long ?? short).slice(1);
    used = 0;
  }
  if (name === '-X' || name === '--request') {
    request.method = value?.toUpperCase();
  } else if (name === '-H' || name === '--header') {
    const [header, content] = (value ?? '').split(/:\s*(.*)/s);
    request.headers.push([header.trim(), content ?? '']);
  } else if (DATA.has(name)) {
    request.body = request.body === null ? value : `${request.body}&${value}`;
  } else if (name === '--url') {
    request.url = value;
  } else if (name === '-I' || name === '--head') {
    request.method = 'HEAD';
    used = 0;
  } else if (!WITH_VALUE.has(name)) {
    used = 0;
    if (!name.startsWith('-')) {
      request.url ??= name;
    }
  }
  return i + used;
}

/** The check that a curl command asks for, as the fields of a check. */
export function checkOf(text) {
  const {method, url, headers, body} = readCurl(text);
  let address;
  try {
    address = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`);
  } catch {
    throw new Error(`The URL cannot be read: ${url}`);
  }
  if (CHECKS.test(address.pathname) && body !== null) {
    try {
      return JSON.parse(body);
    } catch {
      throw new Error('The check in it is not JSON.');
    }
  }
  const named = (name) => headers.find(([header]) => header.toLowerCase() === name)?.[1];
  const check = {endpoint: decodedPath(address.pathname), method, headers: Object.fromEntries(headers)};
  const key = named('x-api-key');
  const forwarded = named('x-forwarded-for')?.split(',')[0].trim();
  const user = userOf(named('authorization'));
  return {...check, ...(key && {apiKey: key}), ...(forwarded && {ip: forwarded}), ...(user && {user})};
}

function decodedPath(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The user of a bearer JWT, not verified: the page shows which rules would apply. */
function userOf(authorization) {
  const payload = /^Bearer\s+[\w-]+\.([\w-]+)\./i.exec(authorization ?? '')?.[1];
  try {
    const claims = payload && JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return typeof claims?.sub === 'string' ? claims.sub : null;
  } catch {
    return null;
  }
}
