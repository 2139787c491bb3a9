interface Closable {
  close(): Promise<unknown>;
}

const opened: Closable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Closes something after the test, even if it fails: an open handle keeps Jest from ending. */
export function closeAfterTest<Opened extends Closable>(each: Opened): Opened {
  opened.push(each);
  return each;
}
