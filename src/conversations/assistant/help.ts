/** What the service can do, as its users ask for it, and how. */
export const HELP = {
  APPLY:
    'To apply, open a gig and send an application, with a message to its owner if you like. You can apply to as many gigs as you like, once to each that is open or in progress and still takes applications, but not to your own. Who may do it, by age or papers, only its text says. You get a notification when the owner accepts or rejects you.',
  MY_APPLICATIONS:
    'Your applications are listed under your own applications, the newest first, each with its gig and its status: pending, accepted or rejected, and whether you have withdrawn it. You also get a notification once the owner has decided. No owner has to: until then you can withdraw, and apply elsewhere.',
  WITHDRAW:
    'To withdraw an application, open it in the list of your own applications. You can do so until the owner of the gig has decided on it, and undo it while the gig takes applications; nobody is notified of it. Once you are accepted, you can no longer withdraw: tell the owner so, as the text of the gig or their profile lets you. The message of an application cannot be changed, and you cannot apply to a gig twice.',
  POST: 'To post an event or a gig, create it with a title, a description, a place and a start; an end and pictures are optional, and so are the pay of a gig, its number of positions, and a time until which people can apply. Tags, a category and a summary are added for you. It costs nothing, everybody can see it, and you can change it later. To a gig people then apply, and you accept or reject them.',
  EDIT: 'You can change what you have posted yourself: its title, text, place, times, pictures, pay, positions, category and tags. Applications stay as they are. Events of the campus and ticketing feeds cannot be changed by anybody here.',
  DELETE:
    'You can cancel what you have posted, which everybody then sees, or delete it, with its applications and all else that hangs on it. Neither can be undone, and nobody gets a notification of it. Events of the feeds cannot be deleted.',
  DECIDE:
    'As the owner of a gig you see everybody who applied, with their profile and message, and accept or reject each of them, or many at once. You can accept several, up to the number of positions if you have set one. A withdrawn application can no longer be accepted or rejected. A decision is final, and the gig stays open until you close it or it ends.',
  SAVE: 'What you have saved is in the list of your saved events, and what you have bookmarked in that of your bookmarks: for you alone, the latest first. To save or bookmark an event or gig, open it; you can undo that. You can subscribe to what you have saved as a calendar. For lists with names of their own there are collections.',
  COLLECTIONS:
    'A collection is a list of events and gigs with a name and a description. Create one, then add events to it. It is private until you make it public, and only you can change it. A public one you share by its address.',
  SHARE:
    'You share an event or a gig by the address of its page; whoever opens it signs in first. Several you share as a collection: create one, add them, make it public, and send its address.',
  CALENDARS:
    'You can subscribe to what a search finds, to a collection, to what you have saved, or to the gigs that you have applied to: create a calendar, and give its address to your calendar program or feed reader. Whoever has the address sees what you see. A single event can be downloaded for your calendar, too.',
  NOTIFICATIONS:
    'You get a notification when somebody applies to your gig, and when your application is accepted or rejected. They are listed under your notifications, the newest first, with how many are unread, which I cannot see. You can mark each one as read, or all of them. Nothing is sent by email, so there is nothing to turn off. There are no notifications of new, changed or cancelled events: to follow them, subscribe to a search or to what you have saved as a calendar or feed.',
  REMIND:
    'I cannot remind you. Save the event, or create a calendar, which takes a number of minutes for an alarm before each event, and give its address to your calendar program.',
  PAY: 'This service costs nothing, and takes no part of the pay. The pay of a gig is shown with it: an hour, a day, a week, a month or in all. You are paid by its owner, not by this service: agree with them on when and how.',
  TICKETS:
    'I cannot sell tickets or keep places, and of prices I know only what the text of an event says. Just go, unless its text asks for a ticket or a registration: you get both, and cancel both, on the event’s own page, which has the link to the ticket shop.',
  SOURCES:
    'Events come from the campus calendar and a ticketing service, which are read every six hours, and from people who post them here. Gigs are posted by people only. Nobody checks what people post, and there are no moderators to report it to: see who posted it, meet where others are, and pay nobody to get a gig: you are the one who is paid.',
  CONTACT:
    'There are no messages between people here. With your application you can write to the owner of a gig; for an event, see its own page.',
  LOCATION:
    'I do not know where you are, and cannot tell how far away anything is. Name a place, and I say what is on there, for example: “anything at the Ohio Union tonight”.',
  GROUPS:
    'There are no groups and no invitations here. To go to an event with others, send them the address of its page, or of a public collection. To bring people together yourself, post an event.',
  PROFILE:
    'Your profile has a name, a picture, a headline and a few words about you, and no phone number. Anybody who is signed in can see it. To change it at any time, edit your own profile.',
  PRIVACY:
    'Only you can see your conversations, notifications, private collections, and what you have saved or bookmarked. Anybody who is signed in can see the collections that you have made public. An application is seen by you and by the owner of its gig, and by nobody else. Anybody who is signed in can see your profile, but never your email address.',
  ACCOUNT:
    'Your account belongs to your sign-in, which this service does not keep: whoever runs that can change or delete it. Whoever can sign in can use all of this service, student or not. Here you can change your profile, and delete your events, collections and conversations.',
  GIGS: 'An event is something to go to. A gig is a short job, paid or not, that you apply for.',
  CATEGORIES:
    'Events and gigs are about music, arts and culture, sports, health and wellness, academics, workshops, careers, technology, community service, social life, or food and drink; gigs also about moving and delivery, tutoring, work at events, creative and digital work, or help around the house.',
  CRISIS:
    'I am sorry that things are so hard. I am only a program, so please talk to a person now. In the United States, call or text 988 at any hour. Elsewhere, or in immediate danger, call your local emergency number.',
  ASSISTANT:
    'I am the event assistant, a program. Ask me what is on, by day, place, topic or price: “live music on Saturday”, “anything free at the Ohio Union”. Ask for gigs and what they pay: “gigs over $15 an hour”. Of what I name you can ask more: “where is the second one?” I also say how to apply, post, save or follow something here.',
} as const;

export type HelpTopic = keyof typeof HELP;

export const HELP_TOPICS = Object.keys(HELP) as [HelpTopic, ...HelpTopic[]];
