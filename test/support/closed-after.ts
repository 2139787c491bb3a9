interface Closable {
  close(): Promise<unknown>;
}

const opened: Closable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Has something closed after the test, also after one that fails: what stays open would keep Jest from ending. */
export function closedAfter<Opened extends Closable>(each: Opened): Opened {
  opened.push(each);
  return each;
}
