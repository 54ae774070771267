/** The clock of the service; the one of this computer can be wrong. */
const SLIGHT_MS = 1000;

let ahead = 0;

/** Learns the time of the service from an answer to a request of that time. */
export function learnTime(text, askedAt) {
  const difference = Date.parse(text) - (askedAt + Date.now()) / 2;
  if (!Number.isNaN(difference)) {
    ahead = Math.abs(difference) > SLIGHT_MS ? difference : 0;
  }
}

/** The time of the service, in milliseconds. */
export const now = () => Date.now() + ahead;
