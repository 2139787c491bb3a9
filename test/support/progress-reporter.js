/** Runs of fewer files need no progress. */
const FEW = 20;
/** Files between two lines where there is no terminal, whose status line moves. */
const STEP = 10;

const duration = (milliseconds) => {
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};
const say = (text) => process.stderr.write(`${text}\n`);

/** Beside Jest's own reporter: says how long all files take, and in a log how far the run is. */
export default class ProgressReporter {
  onRunStart({ numTotalTestSuites: files }, { estimatedTime }) {
    this.start = Date.now();
    if (files < FEW) return;
    // Jest keeps the times of files. After a clone it has none.
    const known = `about ${duration(estimatedTime * 1_000)} by their last times`;
    const unknown = 'without last times; the quick ones take two to three minutes on two processors';
    say(`${files} files of tests: ${estimatedTime > 0 ? known : unknown}`);
  }

  onTestResult(
    _test,
    _result,
    { numTotalTestSuites: files, numPassedTestSuites, numFailedTestSuites, numPendingTestSuites },
  ) {
    const done = numPassedTestSuites + numFailedTestSuites + numPendingTestSuites;
    if (process.stderr.isTTY || files < FEW || done % STEP !== 0) return;
    say(`${done} of ${files} files, ${duration(Date.now() - this.start)}`);
  }
}
