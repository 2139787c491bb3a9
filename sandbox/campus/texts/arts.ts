import type { Gallery, Kind } from './kind.js';
import { places } from './places.js';

/** Music, stage, film, literature and heritage. */
export const arts: readonly Kind[] = [
  {
    label: 'School of Music',
    color: '#7a3b69',
    tags: ['Music', 'Arts'],
    places: places.stage,
    starts: ['15:00', '19:00', '19:30', '20:00'],
    minutes: [75, 90, 120],
    days: 'any',
    middles: [
      'Directed by **{person2}**. The program lasts about {seventy|eighty|ninety} minutes without intermission.',
      'The program also features {person2}, {violin|cello|piano|soprano|percussion}, in a short solo set.',
      'The concert is streamed live, and the recording is archived by the music library.',
    ],
    closings: [
      'Free admission; no tickets required. Doors open at {doors}.',
      '{Free for students with an ID|$5 for students}, $12 for the general public. Tickets at the door or at the [box office](https://studentlife.example.edu/boxoffice).',
      'Large-print programs and hearing assistance devices are available from the ushers.',
    ],
    topics: [
      {
        title: 'Symphony Orchestra: {Dvořák and Price|Sibelius Five|Stories Without Words}',
        text: 'The Symphony Orchestra opens with a rarely heard overture by **Florence Price** and closes with one of the great symphonies of the repertoire. Winners of this year’s concerto competition perform in between.',
      },
      {
        title: 'Jazz Ensemble: {Ellington After Dark|Blue Note Nights|Big Band Basie}',
        text: 'Eighteen players, four trombones and no mercy. The Jazz Ensemble swings through big band classics and two new charts by student composers.',
      },
      {
        title: 'Open Mic Night',
        text: 'Songs, poems, comedy, a cappella, spoken word: five minutes each, and the house cheers for everyone. Sign up at the door; a piano and one acoustic guitar are there to borrow.',
        places: places.cafe,
        at: '20:00',
      },
      {
        title: 'Senior Recital: {person}, {Clarinet|Viola|Voice|Piano}',
        text: 'A senior recital with music by Brahms, Clara Schumann and a first performance of a piece written for the occasion by a classmate. Reception follows in the lobby.',
      },
      {
        title: 'Choral Union: Songs of the River',
        text: 'Three university choirs, two hundred voices. The program moves from Renaissance motets to shape-note hymns and ends with everyone in the hall singing.',
      },
      {
        title: 'DJ Night on the Patio',
        text: 'Student DJs trade sets of house, Afrobeats and reggaetón until midnight. Free non-alcoholic drinks, glow sticks, and a quiet room indoors for when it gets too loud.',
        at: '21:00',
        minutes: 180,
        places: places.plaza,
      },
      {
        title: 'Percussion Ensemble: Things That Ring',
        text: 'Gongs, flowerpots, steel pans and a very large marimba. A concert of contemporary percussion music, some of it played among the audience.',
      },
      {
        title: 'Battle of the Bands',
        text: 'Six student bands, three songs each, one opening slot at the spring festival. Indie, punk, funk and whatever *Grandma’s Modem* is this year. The crowd’s vote counts for half.',
        at: '19:00',
        minutes: 180,
      },
      {
        title: 'Lunchtime Organ Recital',
        text: 'Half an hour of Bach and Buxtehude on the baroque organ. Bring a sandwich; the organist will show the instrument to anyone who stays.',
        at: '12:15',
        minutes: 30,
        days: 'weekdays',
      },
      {
        title: 'Wind Symphony: New Music for Winds',
        text: 'The Wind Symphony performs four works by living composers, two of whom will be in the hall to talk about their music before it is played.',
      },
      {
        title: 'A Cappella Showcase',
        text: 'Nine a cappella groups share one stage and no instruments. Expect tight harmonies, matching jackets and at least one unlikely mashup.',
      },
      {
        title: 'Indie Concert: {The Paper Lanterns|Violet Hour|Canal Street Choir|Slow Comet}',
        text: 'The student programming board brings a touring band to campus for one night, with a local opener. Standing room in front, seats along the sides.',
        at: '20:00',
        minutes: 150,
      },
      {
        title: 'West African Drumming Ensemble',
        text: 'Music of the Ewe and Dagomba peoples for drums, bells, voices and dancers. After the concert the ensemble teaches the audience a rhythm and lets them try the drums.',
      },
      {
        title: 'Chamber Music at Noon',
        text: 'String quartets by Haydn and Caroline Shaw, played by graduate students of the chamber music program. Come late and leave early if you have class.',
        at: '12:00',
        minutes: 50,
        days: 'weekdays',
      },
    ],
  },
  {
    label: 'Arts and Sciences',
    color: '#9b2743',
    tags: ['Arts', 'Performance'],
    places: places.theatre,
    starts: ['19:00', '19:30', '20:00'],
    minutes: [90, 120, 135],
    days: 'any',
    middles: [
      'Directed by {person}, with sets and costumes by students in the design program. Please note that latecomers are seated at the first pause.',
      'A conversation with the artists follows; stay in your seat if you would like to ask something.',
    ],
    closings: [
      'Tickets: $8 students, $16 general, at the [box office](https://studentlife.example.edu/boxoffice). Rush tickets go on sale at {doors}.',
      'Free with student ID. Seats cannot be reserved.',
      'This event has captions and audio description. A sensory guide is available on request.',
    ],
    topics: [
      {
        title: 'Twelfth Night by William Shakespeare',
        text: 'Shipwreck, mistaken identity and yellow stockings. The theatre department sets Shakespeare’s comedy in a faded seaside hotel, with live music on stage.',
        minutes: 150,
      },
      {
        title: 'Our Town by Thornton Wilder',
        text: 'Two ladders, two tables and a whole life. A spare new staging of the American classic that seats the audience on three sides of the play.',
      },
      {
        title: 'Ten-Minute Play Festival',
        text: 'Eight new plays by student playwrights, each written, cast and rehearsed within a fortnight. Comedy and drama, no two alike, and the theatre audience votes for a favorite.',
      },
      {
        title: 'Dance: MFA Concert',
        text: 'New choreography by graduating dance artists. Three works for nine dancers explore falling, weather and the architecture of the room itself.',
      },
      {
        title: 'Improv Comedy: {Ninth Row|No Script Needed}',
        text: 'You shout a word; they make a musical out of it. The university’s oldest improv comedy troupe plays a fast, family-friendly hour.',
        at: '21:00',
        minutes: 60,
      },
    ],
  },
  {
    label: 'Arts and Sciences',
    color: '#9b2743',
    tags: ['Arts', 'Film and Literature'],
    places: places.theatre,
    starts: ['18:30', '19:00'],
    minutes: [90, 120],
    days: 'any',
    middles: [
      'The evening is hosted by {person2}, and there is time to talk afterward.',
      'Coffee and tea are for sale {in the foyer|by the door}.',
    ],
    closings: [
      'Free with student ID; everyone else pays what they like.',
      'Free and open to the public. Doors open at {doors}.',
    ],
    topics: [
      {
        title: 'Film Series: {Seven Samurai|Daughters of the Dust|Bicycle Thieves|Cléo from 5 to 7}',
        text: 'A restored print on the big screen, introduced by {person} of the film studies program. Popcorn is free; the discussion afterward is optional.',
        places: [['Gateway Film House', 'Screen 2']],
        minutes: 150,
      },
      {
        title: 'Student Film Showcase',
        text: 'Fourteen short films made on campus this year: animation, documentary, one western. The filmmakers take a bow, and then questions.',
        places: [['Gateway Film House', 'Screen 2']],
      },
      {
        title: 'An Evening of Poetry with {person}',
        text: 'The visiting poet reads from a new collection about orchards, migration and the night shift. The reading is followed by a book signing and conversation with the creative writing faculty.',
        places: places.cafe,
        days: 'weekdays',
        minutes: 75,
      },
      {
        title: 'Book Club: {The Overstory|Pachinko|Parable of the Sower}',
        text: 'Read as much of the novel as you managed. The libraries’ book club meets over tea for an open-ended literature discussion, and copies can be borrowed at the desk.',
        places: places.cafe,
        days: 'weekdays',
        minutes: 75,
      },
      {
        title: 'Museum Late Night',
        text: 'The campus museum stays open until ten. Curators give ten-minute tours of one object each, sketching supplies are laid out in the galleries and a harpist plays on the stairs.',
        places: [['Hartwell Museum', 'Main Galleries']],
        at: '18:00',
        minutes: 240,
        days: 'weekdays',
      },
    ],
  },
  {
    label: 'Multicultural Center',
    color: '#d4661f',
    tags: ['Culture', 'Social'],
    places: places.union,
    starts: ['12:00', '17:30', '18:00'],
    minutes: [120, 180],
    days: 'any',
    middles: [
      '{person} of the Multicultural Center opens the event, and student organizations will be around to talk about what they do.',
      'Organized by students with the help of families in the community. **All are welcome**, whatever your background.',
    ],
    closings: [
      'Free. Come for ten minutes or stay all evening.',
      'Children welcome. Halal, vegetarian and gluten-free food is marked.',
    ],
    topics: [
      {
        title: 'Lantern Festival',
        text: 'Lion dance, calligraphy, riddles and four hundred paper lanterns. The Chinese Students’ Association invites the whole campus to celebrate the culture and arts of the season.',
        at: '18:00',
        places: places.plaza,
      },
      {
        title: 'Diwali Night: Festival of Lights',
        text: 'Classical dance, a fashion show and Bollywood numbers fill the stage; outside there are diyas to paint and henna artists at work. A heritage celebration for everyone.',
      },
      {
        title: 'African Heritage Night',
        text: 'A festival of music, dance, poetry and dress from across the continent, staged by nine student organizations. The evening ends with a parade of flags.',
      },
      {
        title: 'Powwow and Indigenous Arts Market',
        text: 'Drum groups, dancers in full regalia and a market of beadwork and basketry by Native artists. The emcee explains each dance and says when the audience may join.',
        days: 'weekend',
        at: '12:00',
        minutes: 360,
        places: places.arena,
      },
      {
        title: 'Noche Latina: Culture and Dance Showcase',
        text: 'Folklórico, salsa, cumbia and spoken word by Latinx student groups. The heritage showcase closes with an open dance floor.',
      },
      {
        title: 'Intercultural Storytelling Evening',
        text: 'Five students tell a true story about home, in their own language first and then in English. A quiet evening of culture and literature over mint tea.',
        places: places.cafe,
        days: 'weekdays',
      },
    ],
  },
];

/** The galleries of the campus and what they show, one exhibition after the other. */
export const galleries: readonly Gallery[] = [
  {
    place: ['Hartwell Museum', 'North Gallery'],
    openDays: 38,
    bareDays: 4,
    shows: [
      {
        title: 'Exhibition: Salt Prints and Shadows',
        text: 'Sixty photographs from the first decade of photography, many never shown before. The exhibition follows early chemists and artists as they learned to fix a shadow on paper, and includes a working camera obscura.',
      },
      {
        title: 'Exhibition: Quilts of the River Counties',
        text: 'Bold, improvised and made to be slept under. Thirty-two quilts from southern Ohio, shown with recordings of the women who pieced them.',
      },
      {
        title: 'Exhibition: The Printed Dress',
        text: 'Cotton, indigo and machine-made roses: two centuries of printed cloth and the dresses cut from it. Visitors can try a wooden printing block at the table by the window.',
      },
    ],
  },
  {
    place: ['Hopwood Annex', 'Student Gallery'],
    openDays: 19,
    bareDays: 2,
    shows: [
      {
        title: 'Student Art Show: Works in Progress',
        text: 'Paintings, prints, ceramics and video by students in the department of art, hung unfinished and changed during the run. Visitors are invited to leave a note for the artist.',
      },
      {
        title: 'Senior Projects in Design',
        text: 'Chairs that fold flat, typefaces for road signs, a toy for hospital waiting rooms: the graduating designers exhibit what they made and how they got there.',
      },
      {
        title: 'Glass, Fire, Breath: New Work from the Hot Shop',
        text: 'The glass studio’s annual exhibition of blown, cast and broken glass. Live demonstrations on Fridays.',
      },
      {
        title: 'First Year, First Show',
        text: 'Drawings, collages and cardboard sculpture from the foundation studios. For most of the artists it is their first exhibition ever, so bring flowers.',
      },
      {
        title: 'Ceramics Faculty and Friends',
        text: 'Teapots that pour, teapots that do not, and one kiln’s worth of happy accidents. The ceramics studio exhibits new work beside pieces from its teaching collection.',
      },
    ],
  },
  {
    place: ['Main Library', 'Special Collections Gallery'],
    openDays: 52,
    bareDays: 6,
    shows: [
      {
        title: 'Exhibition: Maps That Were Wrong',
        text: 'California as an island, rivers that run uphill and a continent that was never there. Forty maps from the rare books collection show how people drew the world before they had seen it.',
      },
      {
        title: 'Exhibition: A Century of Comic Strips',
        text: 'Original drawings, newspaper pages and the letters of angry readers, from the cartoon archive. See white-out, pasted corrections and the blue pencil up close.',
      },
    ],
  },
  {
    place: ['Student Union', 'Wall Gallery'],
    openDays: 26,
    bareDays: 2,
    shows: [
      {
        title: 'Photo Exhibition: Night Shift',
        text: 'A student photographer spent a year with the people who clean, bake, guard and repair the campus while it sleeps. Portraits in black and white, with their words beside them.',
      },
      {
        title: 'Exhibition: Letters Home',
        text: 'International students lend a letter, a recipe or a photograph from home. A small exhibition about distance, curated by the Multicultural Center.',
      },
      {
        title: 'Exhibition: Murals of the Short North',
        text: 'Sketches, color studies and time-lapse film of the murals that changed a neighborhood, with a self-guided walking tour to take along.',
      },
      {
        title: 'Exhibition: Posters from the Co-op',
        text: 'Hand-pulled concert and protest posters from fifty years of the student print co-op, with the original screens and some very bad spelling.',
      },
    ],
  },
  {
    place: ['Buckthorn Science Center', 'Atrium'],
    openDays: 33,
    bareDays: 2,
    shows: [
      {
        title: 'Exhibition: The Art of the Microscope',
        text: 'Diatoms, dust and the eye of a fly, two meters wide. Researchers and artists picked forty micrographs for their beauty and explain, briefly, what they mean.',
      },
      {
        title: 'Exhibition: Meteorites You Can Touch',
        text: 'Iron from the core of a lost planet, and a stone that fell on an Ohio barn. The exhibition from the meteorite collection lets visitors hold 4.5 billion years in one hand.',
      },
      {
        title: 'Exhibition: Weather Makers',
        text: 'Barometers, cloud atlases and a forecast drawn by hand in 1911. An exhibition on the art and science of guessing tomorrow, with live maps from the campus weather station.',
      },
    ],
  },
  {
    place: ['Calloway Annex', 'Urban Arts Space'],
    openDays: 40,
    bareDays: 3,
    shows: [
      {
        title: 'Exhibition: Sound You Can See',
        text: 'Six installations turn sound into light, sand and moving water. A contemporary art exhibition made with the School of Music; the largest piece reacts to footsteps.',
      },
      {
        title: 'Exhibition: Costumes from the Stage',
        text: 'A ball gown for *Twelfth Night*, armor made of foam and a coat worn by four different Scrooges. Fifty years of theatre costume, with the drawings they were cut from.',
      },
    ],
  },
];

/** Second and last paragraphs of an exhibition. */
export const exhibitionMiddles = [
  'Guided tours start {every Thursday at 4 PM|on Saturdays at 1 PM} and last half an hour. Classes can book a visit with the curator, {person}.',
  'An opening reception with the artists takes place on the first evening; light refreshments will be served.',
];
export const exhibitionClosings = [
  'Open daily 10 AM–5 PM, Thursdays until 8. Admission is free.',
  'Free and open to the public. Large-print labels and magnifiers are at the front desk.',
];
