import Sequencer from '@jest/test-sequencer';

/** Files that take minutes. At the end of a run, each would keep one processor busy alone. */
const LONG = /(?:recipes|filter-pairs)\.slow-spec\.ts$/;

/** Jest begins with the files that took longest. After a clone it knows no times, and begins with the largest. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => LONG.test(path);
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
