/** Several questions in a row: "chess? board games?" */
const ONE_OF_QUESTIONS = /(?<=(?:^|\? )[\p{L}\p{N}&' ]{2,25})\?(?= [\p{L}\p{N}&' ]{2,25}\?)/gu;

/** "any career fairs? need an internship" */
const AND_ANOTHER =
  /(?<=[\p{L}\p{N}])\?+ (?:i(?:'m| am)? )?(?:really |also )?(?:need|want|looking for|trying to (?:get|find)) (?:an?|some) /giu;

/** "pottery, sewing, woodwork": three or more that are no times. */
const COMMA_LIST =
  /(?:(?!(?:to|mon|tues|wednes|thurs|fri|satur|sun)?(?:day|night|morrow|weekend)\b)\p{L}[\p{L}'-]*(?: \p{L}[\p{L}'-]*)?, (?:and |or )?){2,}(?=\p{L})/giu;

/** "jazz, blues or rock" */
const COMMA_BEFORE_OR =
  /, (?!(?:any|some|is|are|what|which|where|who|like|such|ideally|preferably|e|for example)\b)(?=[\p{L}\p{N}' -]{2,25},? or )/giu;

/** "between 1 and 5 May" is read as "1 - 5 May", which the library takes for a span; questions in a row as alternatives. */
export function joined(text: string): string {
  return text
    .replace(ONE_OF_QUESTIONS, ' or')
    .replace(COMMA_LIST, (list) => list.replace(/, (?:and |or )?/g, ' or '))
    .replace(COMMA_BEFORE_OR, ' or ')
    .replace(AND_ANOTHER, ' or ')
    .replace(/\bbetween (.{1,30}?) and (?=\S)/gi, '$1 - ');
}
