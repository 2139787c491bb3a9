const SUBJECTS = 'calc|math|chem|ochem|orgo|bio|phys|stat|econ';

/** Who seeks help with a subject does not want to be paid for giving it. */
const SEEKS_HELP: [RegExp, string][] = [
  [
    new RegExp(
      String.raw`\b(?:any|some)thing to help (?:me )?(?:with|in|for) (?:my )?(?=${SUBJECTS}|homework|exams?\b|finals\b|midterms?\b)`,
      'gi',
    ),
    'study session ',
  ],
  [
    new RegExp(
      String.raw`\b(?:(?:(?:need|want|find|get|could use) (?:some |any )?help|(?:can|could) (?:someone|somebody|anyone|anybody|you) help (?:me|us)) (?:with|in|for) (?:my )?(?=${SUBJECTS}|homework|essay|exam)|(?:need|want|find|looking for|is there|are there) (?:an? |any |some |free )*(?<subject>(?!tutor)\p{L}+ )?tutor(?:s|ing)?\b(?! (?:gig|job|position|work)s?))`,
      'giu',
    ),
    'find study session $<subject>',
  ],
  [
    new RegExp(
      String.raw`\b(?:failing|flunking|struggling (?:with|in)|stuck (?:on|in|with)|behind (?:in|on)) (?:my |in )?(?=${SUBJECTS})|(?<=\b(?:${SUBJECTS}|physics|stats)) help\b`,
      'gi',
    ),
    ' study session ',
  ],
  // "My calculus final is coming up and I am totally lost, any help?"
  [
    new RegExp(
      String.raw`(?<=\b(?:${SUBJECTS}|physics|stats)\p{L}*\b[^.?!]{0,60}?)(?: (?:and|but))?(?: (?:i'?m|i am) (?:so |totally |completely |really |very )*(?:lost|confused|behind|struggling|stuck))?,? (?:any|some|is there(?: any)?|can (?:i|somebody|someone|anyone|you)(?: get)?(?: some| any)?) help\b(?: me)?`,
      'giu',
    ),
    ' study session ',
  ],
  [
    /\b(?:study(?:ing)? help|help (?:me )?study(?:ing)?)\b(?: (?:for|with) (?:my |the )?(?:finals?|midterms?|exams?|tests?)(?: week)?\b)?|\bhelp (?:for|with) (?:my |the )?(?:finals?|midterms?|exams?)(?: week)?\b/gi,
    ' study session ',
  ],
];
const TUTORS = /\btutor(?:s|ing)?\b/gi;

/** A message that seeks help with a subject as one that looks for a study session. */
export function withStudySession(text: string): string {
  const helped = replaced(text, SEEKS_HELP);
  return helped === text ? text : helped.replace(TUTORS, ' ');
}

/** A text with what matches each of the patterns in other words. */
export function replaced(text: string, replacements: readonly [RegExp, string][]): string {
  return replacements.reduce((so, [pattern, words]) => so.replace(pattern, words), text);
}
