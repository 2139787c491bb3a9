/** The parser of Bruno's files, which brings no types. */
declare module '@usebruno/lang' {
  // biome-ignore lint/suspicious/noExplicitAny: whoever parses knows what the file is
  type Parser = (text: string) => any;
  export const bruToJsonV2: Parser;
  export const collectionBruToJson: Parser;
}
