/** The parser of Bruno's files, which has no types. */
declare module '@usebruno/lang' {
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the file
  type Parser = (text: string) => any;
  export const bruToJsonV2: Parser;
  export const collectionBruToJson: Parser;
}
