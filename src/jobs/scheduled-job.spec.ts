import { SCHEDULE, ScheduledJob } from './scheduled-job.js';

describe('the schedule', () => {
  it('has every job, once', () => {
    ScheduledJob('first', '*/15 * * * *');
    ScheduledJob('second', '0 0 * * *');
    expect(() => ScheduledJob('first', '0 0 * * *')).toThrow('There are two jobs first.');
    expect([...SCHEDULE]).toEqual([
      ['first', '*/15 * * * *'],
      ['second', '0 0 * * *'],
    ]);
  });
});
