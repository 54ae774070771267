import {now as serviceNow} from 'app/core/clock.js';
import {dayOf, minuteOf} from 'app/core/format.js';

/** An axis of numbers from 0 to a round one, with at most that many lines. */
export function countAxis(most, lines, smallest = 1) {
  let step = smallest;
  const factors = [2, 5, 10];
  for (let ten = smallest; step * lines < most; ten *= 10) {
    for (const factor of factors) {
      if (step * lines < most) {
        step = ten * factor;
      }
    }
  }
  const number = Math.max(1, Math.ceil(most / step));
  return {step, top: step * number, marks: Array.from({length: number}, (_, i) => (i + 1) * step)};
}

const MINUTE = 60_000;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 180, 360, 720, 1440, 2880, 7 * 1440].map((minutes) => minutes * MINUTE);

/** Returns whether a time begins a step on the local clock, so that labels are right after a clock change. */
function isRound(date, step) {
  const minutes = date.getHours() * 60 + date.getMinutes();
  if (date.getSeconds() || date.getMilliseconds()) {
    return false;
  }
  const size = step / MINUTE;
  if (size < 1440) {
    return minutes % size === 0;
  }
  const days = Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (1440 * MINUTE));
  return minutes === 0 && days % (size / 1440) === 0;
}

/**
 * The labels under periods: `{index, text}`, at most that many, at round local times.
 *
 * An hour that a clock change repeats has two periods and one label; one that it skips has none.
 */
export function timeLabels(starts, most) {
  if (starts.length < 2) {
    return starts.map((start, index) => ({index, text: textOf(new Date(start))}));
  }
  const span = starts.at(-1) - starts[0];
  const step = STEPS.find((size) => span / size <= most) ?? STEPS.at(-1);
  const labels = [];
  starts.forEach((start, index) => {
    const date = new Date(start);
    const text = textOf(date);
    if (isRound(date, step) && labels.at(-1)?.text !== text) {
      labels.push({index, text});
    }
  });
  return labels;
}

function textOf(date) {
  return date.getHours() === 0 && date.getMinutes() === 0 ? dayOf(date) : minuteOf(date);
}

/** A time in the first of the last periods of a step; the service cuts them, by the local clock. */
export function firstOf(step, number, now = new Date(serviceNow())) {
  if (step === 'day') {
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - number + 1, 12);
  }
  return new Date(now.getTime() - (number - 1) * (step === 'hour' ? 60 : 1) * MINUTE);
}
