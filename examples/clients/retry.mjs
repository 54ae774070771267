// Calls an API that limits its clients, and waits as long as the API says. Node 18 or newer.
export async function send(url, options = {}, tries = 4, longestWait = 30) {
  for (;;) {
    const answer = await fetch(url, options);
    const limited = answer.status === 429 || answer.status === 503;
    // The waits of many clients must not end at the same moment.
    const wait = limited ? (await seconds(answer)) * (1 + Math.random() / 4) : 0;
    if (!limited || --tries === 0 || wait > longestWait) return answer;
    await new Promise((done) => setTimeout(done, wait * 1000));
  }
}

// The header Retry-After, or else the member retry_after of the body, or else 1.
async function seconds(answer) {
  const body = await answer.clone().json().catch(() => ({}));
  return Number(answer.headers.get("Retry-After") ?? body.retry_after) || 1;
}

const [url, times] = process.argv.slice(2);
for (let i = 0; i < Number(times); i++) console.log((await send(url)).status);
