import {read} from 'app/core/api.js';
import {zone} from 'app/core/format.js';
import {firstOf} from 'app/parts/axis.js';

/** The spans of time that pages offer. */
export const RANGES = new Map([
  ['hour', {text: 'Hour', step: 'minute', number: 60, words: 'the last hour'}],
  ['day', {text: 'Day', step: 'hour', number: 24, words: 'the last 24 hours'}],
  ['month', {text: 'Month', step: 'day', number: 30, words: 'the last 30 days'}],
]);

/** The present offset of the local clock: +02:00. */
function offset() {
  const minutes = -new Date().getTimezoneOffset();
  const two = (number) => String(Math.floor(number)).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** Reads sums of decisions in a span of time, by local periods or by rule. */
export async function readUsage({step, number}, query, signal) {
  const wanted = {...query, step, from: Math.floor(firstOf(step, number) / 1000)};
  try {
    return await read('/api/v1/usage', {...wanted, zone}, signal);
  } catch (problem) {
    if (problem.status === 400 && problem.message.startsWith('zone:')) { // newer than what the service knows
      return read('/api/v1/usage', {...wanted, zone: offset()}, signal);
    }
    throw problem;
  }
}
