"""Calls an API that limits its clients, and waits as long as the API says."""
import json, random, sys, time, urllib.error, urllib.request


def send(request, tries=4, longest_wait=30):
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            body, tries = error.read(), tries - 1
            if error.code not in (429, 503):
                return error.code, body
            # The waits of many clients must not end at the same moment.
            wait = seconds(error.headers, body) * random.uniform(1, 1.25)
            if tries == 0 or wait > longest_wait:
                return error.code, body
            time.sleep(wait)


def seconds(headers, body):
    """The header Retry-After, or else the member retry_after of the body, or else 1."""
    try:
        return float(headers.get("Retry-After") or json.loads(body)["retry_after"])
    except (ValueError, KeyError, TypeError):
        return 1.0


if __name__ == "__main__":
    for _ in range(int(sys.argv[2])):
        print(send(sys.argv[1])[0], flush=True)
