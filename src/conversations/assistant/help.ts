/** The start of a question about the service itself rather than about events. */
const SERVICE_QUESTION =
  /^(?:how (?:do|can|could|am|are|will|is|does)|(?:can|could|may) i|where (?:do i|can i|are my|is my))\b/i;

/** The help texts, each with the pattern of its topic. The first matching topic is used. */
export const HELP = {
  DECIDE: {
    pattern: /\b(?:accept|reject|applicants?)\b/i,
    text:
      'The owner of a gig sees its applications, each with the profile and message of the applicant, and accepts or ' +
      'rejects them. A decision is final, and the applicant is notified.',
  },
  APPLICATIONS: {
    pattern: /\b(?:my applications?|withdraw|take back)\b/i,
    text:
      'Your applications are a list, the newest first, each with its gig and its status. You can withdraw one until the ' +
      'owner of the gig has decided, and take it back while the gig takes applications.',
  },
  APPLY: {
    pattern: /\bapply(?:ing)?\b/i,
    text:
      'To apply, open a gig and send an application, with a message to its owner if you like. You can apply once to each ' +
      'gig that takes applications, but not to your own. You are notified when the owner accepts or rejects you.',
  },
  POST: {
    pattern: /\b(?:post|create|publish|edit|change|cancel|delete)\b/i,
    text:
      'To post an event or a gig, create it with a title, a description, a place and a start. Only you can change, ' +
      'cancel or delete your own. Nobody can change events of the campus and ticketing feeds here.',
  },
  SAVE: {
    pattern: /\b(?:save|bookmark|favou?rite|collections?)\b/i,
    text:
      'Open an event to save or bookmark it; your saved events are a list of your own. A collection is a list with a ' +
      'name: it is private until you make it public.',
  },
  CALENDAR: {
    pattern: /\b(?:calendars?|subscribe|ics|rss)\b/i,
    text:
      'Create a calendar of a search, a collection, your saved events or your applications, and give its address to your ' +
      'calendar program. You can also download a single event for your calendar.',
  },
  NOTIFICATIONS: {
    pattern: /\b(?:notifications?|notified|remind(?:ers?|ed)?)\b/i,
    text:
      'You are notified when somebody applies to your gig, when your application is accepted or rejected, and when the gig ' +
      'changes. Your notifications are a list, the newest first. For reminders, subscribe to a calendar with an alarm.',
  },
  PAY: {
    pattern: /\b(?:pay|paid|payment|payout)\b/i,
    text:
      'A gig shows its pay: by the hour, day, week or month, or a fixed sum. Its owner pays you, not this service; agree ' +
      'with them on when and how.',
  },
  TICKETS: {
    pattern: /\b(?:tickets?|buy|register|sign up)\b/i,
    text: 'Tickets, prices and rules are on the page that an event links to. This service sells no tickets.',
  },
} as const;

type HelpTopic = keyof typeof HELP;

export const HELP_TOPICS = Object.keys(HELP) as [HelpTopic, ...HelpTopic[]];

/** The help topic of a message, or undefined. */
export function helpTopicOf(message: string): HelpTopic | undefined {
  return SERVICE_QUESTION.test(message)
    ? HELP_TOPICS.find((topic) => HELP[topic].pattern.test(message))
    : undefined;
}
