import type { Kind } from './kind.js';
import { places } from './places.js';

/** Lectures, research, study, careers, software and skills of the hand. */
export const learning: readonly Kind[] = [
  {
    label: 'Academic Affairs',
    color: '#5f7278',
    tags: ['Lecture', 'Academics'],
    places: places.lecture,
    starts: ['12:30', '16:00', '17:30', '19:00'],
    minutes: [60, 75, 90],
    days: 'weekdays',
    middles: [
      '{person}, who came to campus from {town}, will speak for about forty minutes and then take questions. No background in the field is assumed, and **undergraduates are especially welcome**.',
      'The talk is part of a lecture series that asks researchers to explain one problem they cannot let go of. A moderated discussion follows, and the speaker will stay for coffee in the lobby.',
      'Speaker: **{person}**. The lecture will be recorded; captions go up with the video about a week later.',
    ],
    closings: [
      'Free and open to the public. Doors open at {doors}; seating is first come, first served.',
      'Students in the honors seminar can have their attendance recorded at the door. ASL interpretation is provided.',
      'No registration needed. Please write to the department {a week|ten days} ahead if you need an accommodation to take part.',
    ],
    topics: [
      {
        title: 'How Rivers Remember: Reading Floods in Sediment',
        text: 'Every flood leaves a layer of sand behind, and a core drilled from a river bend can hold a thousand years of them. This lecture follows one such core from the Scioto floodplain to the laboratory and asks what it says about the storms still to come.',
      },
      {
        title: 'The Secret Life of Urban Coyotes',
        text: 'Coyotes have lived in the middle of Columbus for two decades, mostly without being seen. **{person}** tracks forty of them by radio collar and shares what the research shows about where they sleep, what they eat and how they cross the freeway.',
      },
      {
        title: 'Who Owns the Moon? Space Law After the First Landing',
        text: 'As private landers head for the Moon, treaties written in the 1960s are being read very closely. A lecture on property, salvage and mining rights beyond the atmosphere, and on why small countries may end up writing the rules.',
      },
      {
        title: 'What Bilingual Brains Can Teach Us About Attention',
        text: 'Switching between two languages all day is a workout that most bilingual speakers never notice. {person} presents new research from the psycholinguistics lab on attention, aging and the way children learn to ignore what does not matter.',
      },
      {
        title: 'The Housing Question: Zoning, Rents and the Midwestern City',
        text: 'Why did rents in mid-size cities climb faster than on the coasts? {person}, an economist, and a city planner look at the data from Columbus, Indianapolis and Minneapolis and disagree, politely, about what policy can do.',
      },
      {
        title: 'Bees, Fungi and the Future of Ohio Orchards',
        text: 'Pollinators carry more than pollen: they carry yeasts, fungi and disease from blossom to blossom. This public lecture in entomology shows how orchard ecology works from the inside of a flower outward.',
      },
      {
        title: 'Reading Sappho in Fragments',
        text: 'Of nine books of poems, one complete lyric survives. {person} reads the newest papyrus fragments aloud in Greek and English and talks about what scholars owe to the gaps.',
      },
      {
        title: 'A Short History of Being On Time',
        text: 'Railroads, factories and school bells taught the world to live by the minute. The annual history lecture traces how punctuality became a virtue, and who was made to pay for being late.',
      },
      {
        title: 'Vaccines at the Speed of Sequence',
        text: 'From a virus’s genome to a candidate vaccine now takes days rather than years. {person} of the Department of Microbiology explains what changed, what still takes time and why clinical trials cannot be hurried.',
      },
      {
        title: 'The Physics of a Perfect Curveball',
        text: 'High-speed cameras, a wind tunnel and an old pitching machine: a demonstration lecture on spin, drag and the Magnus effect, for physicists and for people who just like baseball.',
      },
      {
        title: 'Dark Skies: Light Pollution and What We Lose',
        text: 'Eight in ten Americans cannot see the Milky Way from home. {person}, an astronomer, describes what artificial light does to telescopes, moths and human sleep, and which fixes cost almost nothing.',
      },
      {
        title: 'Constitution Conversations: Speech on Campus',
        text: 'What does the First Amendment protect at a public university, and where does it stop? A law professor walks through five real cases, asks the audience to vote on each and then says how the courts decided.',
      },
      {
        title: 'Feeding Ten Billion: Soil as Climate Policy',
        text: 'Soil holds more carbon than the air and all plants together. {person} reviews thirty years of field trials on cover crops and no-till farming and what they mean for agriculture and climate policy.',
      },
      {
        title: 'Philosophy of Small Decisions',
        text: 'Most of what we choose in a day we choose without deciding to. A public lecture in philosophy on habit, responsibility and whether anyone can be blamed for not noticing.',
      },
    ],
  },
  {
    label: 'Graduate School',
    color: '#70706c',
    tags: ['Research', 'Academics'],
    places: places.seminar,
    starts: ['10:00', '11:30', '15:00', '16:10'],
    minutes: [60, 90],
    days: 'weekdays',
    middles: [
      'Faculty, graduate students and curious undergraduates from other departments are all encouraged to come.',
      'Host: **{person2}**. Cookies and coffee are set out in the corridor fifteen minutes before the start.',
    ],
    closings: [
      'Write to the department office if you need an accommodation, or would like to follow from home.',
      'Questions from first-year graduate students are taken first.',
    ],
    topics: [
      {
        title: 'Dissertation Defense: {person}',
        text: '{person} defends a doctoral thesis on **low-cost sensors for lead in drinking water**. The research combines electrochemistry with two years of sampling in older homes in central Ohio. The presentation is public; the committee then continues in closed session.',
      },
      {
        title: 'Chemistry Colloquium: Catalysts That Heal Themselves',
        text: 'Research colloquium with {person} ({town}). Industrial catalysts wear out; some enzymes do not. The talk presents a family of cobalt complexes that rebuild their active site while they run, with new spectroscopy to prove it.',
      },
      {
        title: 'Astronomy Seminar: Counting Planets Nobody Can See',
        text: 'Microlensing finds planets by the way they bend the light of stars behind them. This seminar reports the first statistical sample of free-floating worlds and is suitable for graduate students in any of the physical sciences.',
      },
      {
        title: 'Thesis Talks: Three Minutes, One Slide',
        text: 'Twelve graduate students explain their thesis research in three minutes with a single slide. Judges from outside the university pick the winners, and the audience has a vote of its own.',
        at: '17:30',
      },
      {
        title: 'Brown Bag Research Talk: Sleep and Second-Shift Work',
        text: 'Bring lunch. {person} of the College of Public Health presents early findings from a three-year study of warehouse and hospital workers, and would like criticism of the methods before the paper goes out.',
        at: '12:00',
      },
      {
        title: 'Undergraduate Research Forum: Poster Session',
        text: 'More than eighty undergraduates present posters on their own research, from robotics to medieval law. Walk through, ask questions and find out how to join a lab yourself.',
        places: places.fair,
        minutes: 150,
      },
      {
        title: 'Economics Seminar: Do Minimum Wages Move Workers?',
        text: 'Visiting economist {person} uses cell-phone location data to study commuting across county lines after changes in the minimum wage. Paper circulated in advance by the seminar list.',
      },
    ],
  },
  {
    label: 'Undergraduate Education',
    color: '#26686d',
    tags: ['Academics', 'Advising'],
    places: places.union,
    starts: ['12:00', '16:30', '17:30'],
    minutes: [45, 60],
    days: 'weekdays',
    middles: [
      'Advisors stay afterward for one-on-one questions, so bring yours.',
      'You will also hear from two students who have been through it, including what they would do differently.',
    ],
    closings: [
      'Slides are sent to everyone who signs in at the door.',
      'Can’t make it? The same session is offered again {next month|after the break}, and advisors hold drop-in hours every Wednesday.',
    ],
    topics: [
      {
        title: 'Study Abroad Information Session: {Spain and Portugal|Ghana|Japan|New Zealand}',
        text: 'Thinking about a semester away? This information session covers programs, course credit, scholarships and the application itself, from passport to pre-departure class. Applications close {deadline}.',
      },
      {
        title: 'Pre-Med 101: Planning Your Four Years',
        text: 'An advising session on course sequences, the MCAT, clinical hours and gap years for students who are considering medical school. First- and second-year students get the most out of it.',
      },
      {
        title: 'Graduate School: Is It for You?',
        text: 'Faculty from four departments answer the questions students are shy to ask: what a Ph.D. costs, who pays, how to choose an advisor and when *not* to apply.',
      },
      {
        title: 'Declare Your Major Day',
        text: 'Advisors from thirty departments sit at thirty tables. Bring your degree audit, leave with a plan, and ring the bell if you declare on the spot.',
        places: places.fair,
        at: '11:00',
        minutes: 240,
      },
      {
        title: 'Honors Thesis Information Session',
        text: 'How to find a faculty mentor, write a two-page proposal and get your undergraduate research funded. Open to students in every major with junior standing or above.',
      },
      {
        title: 'Finals Study Skills: Plan Backward, Sleep Forward',
        text: 'Learning coaches show how to turn a syllabus into a week-by-week study plan, how to use practice tests and why an all-nighter costs more points than it earns.',
      },
    ],
  },
  {
    label: 'College of Engineering',
    color: '#0b5b8a',
    tags: ['Technology', 'Engineering'],
    places: places.tech,
    starts: ['17:00', '18:00', '18:30'],
    minutes: [90, 120],
    days: 'any',
    middles: [
      'Bring a laptop with a current browser; everything else is installed on the lab’s cloud machines. Code and slides stay online afterward.',
      'No prior experience is required, but it helps to have written a loop before. Mentors from the open source club will circulate.',
      'Led by **{person}**. {Pizza arrives halfway through.|There will be pizza.|Coffee and snacks are on the department.}',
    ],
    closings: [
      'Space is limited. Register by {deadline} to hold a seat.',
      'Free for all students, in any major. Join the club’s chat server for questions and the recording.',
    ],
    topics: [
      {
        title: 'HackScioto: 24-Hour Hackathon',
        text: 'Build something in a day. Four hundred hackers, hardware to borrow, mentors from a dozen companies and prizes for the best **civic tech**, **health** and **first-timer** projects. Teams of up to four; come alone and find one at the mixer.',
        days: 'weekend',
        at: '10:00',
        minutes: 1440,
        places: places.fair,
      },
      {
        title: 'Intro to Python for Absolute Beginners',
        text: 'Write your first program tonight. This hands-on coding workshop covers variables, loops and reading a data file, and ends with a chart of real Columbus bus delays.',
      },
      {
        title: 'Git and GitHub Without Tears',
        text: 'Version control is the first thing an internship expects and the last thing a course teaches. Practice commits, branches, pull requests and getting out of a merge conflict.',
      },
      {
        title: 'Machine Learning Reading Group: {Diffusion Models|Small Language Models|Graph Networks}',
        text: 'One paper a session, read closely. {person} presents, and the group works through the math and runs a small model in a shared notebook.',
      },
      {
        title: 'Women in Computing: Code and Coffee',
        text: 'A relaxed evening of coding side by side. Bring a class project, a side project or a bug you have been staring at; experienced developers are there to help.',
      },
      {
        title: 'Data Workshop: Mapping with Open Data in R',
        text: 'Turn city data into maps that say something. Participants load census tracts into R, join them to bus stops and publish an interactive map by the end of the workshop.',
        places: places.tech,
      },
      {
        title: 'Cybersecurity Club: Capture the Flag Night',
        text: 'Crack ciphers, find the flaw in a web app and climb the scoreboard. Beginners get a guided track with hints; veterans get the server nobody has broken yet.',
      },
      {
        title: 'Build a Robot Arm in an Evening',
        text: 'Servos, a microcontroller and forty lines of code. Work in pairs to assemble and program a small robot arm that can stack three blocks, if you tune it well.',
        places: [['Innovation District', 'Makerspace']],
      },
      {
        title: 'Game Dev Jam: {One Button|Tiny Worlds|No Words}',
        text: 'Make a small video game around a theme announced at the door. Programmers, artists and musicians welcome; the club matches people into teams.',
        days: 'weekend',
        at: '11:00',
        minutes: 540,
      },
      {
        title: 'Cloud Computing Workshop: Deploy Your First App',
        text: 'From a laptop to a public address in ninety minutes: containers, environment variables, logs and a budget alarm, using free student credits.',
      },
      {
        title: 'Tech Talk: How Search Engines Rank the Web',
        text: 'A software engineer and alum of the department explains crawling, indexing and ranking with live demos, then answers questions about working on systems at that scale.',
      },
      {
        title: 'Accessibility Bug Bash',
        text: 'Developers, designers and screen-reader users test student-built apps together, file issues and fix as many as they can before the clock runs out.',
      },
    ],
  },
  {
    label: 'Innovation District',
    color: '#c4591d',
    tags: ['Workshop', 'Arts'],
    places: places.maker,
    starts: ['13:00', '17:30', '18:30'],
    minutes: [90, 120, 150],
    days: 'any',
    middles: [
      'All materials and tools are provided, and you take home what you make. Wear clothes that can get dirty and closed-toe shoes.',
      'Taught by **{person}**, {a working artist from {town}|who has run the studio for a decade|a senior in studio art}. Beginners are welcome, and the pace is gentle.',
    ],
    closings: [
      'Limited to {seats} participants; {free for students|$8 for students, $15 for everyone else}. Registration closes {deadline}.',
      'Ages 18 and up. The studio is wheelchair accessible; ask for an adjustable table when you register.',
    ],
    topics: [
      {
        title: 'Learn to Throw: Pottery Wheel Workshop',
        text: 'Center the clay, open it, pull the walls, and do it again. A hands-on introduction to the pottery wheel in which everyone makes two bowls to be glazed and fired.',
        places: [['Hopwood Annex', 'Ceramics Studio']],
      },
      {
        title: 'Bookbinding: Sew a Coptic Journal',
        text: 'Fold, punch and sew a journal that lies perfectly flat. The workshop introduces paper grain, bone folders and a stitch that has hardly changed in 1,800 years.',
        places: [['Main Library', 'Book Arts Lab']],
      },
      {
        title: 'Screen Print Your Own Tote',
        text: 'Cut a stencil, pull the ink and carry your groceries in the result. Learn the basics of screen printing in one sitting; designs in one color work best.',
      },
      {
        title: 'Intro to Woodworking: Make a Cutting Board',
        text: 'Learn to use the planer, the clamps and the sander safely while you glue up a walnut and maple cutting board. Counts as the wood shop’s safety training.',
        places: [['Innovation District', 'Makerspace']],
      },
      {
        title: 'Crochet for Beginners',
        text: 'Chain, single, double, done. Learn three stitches and start a scarf in a circle of friendly people, some of whom dropped a stitch an hour ago.',
      },
      {
        title: 'Calligraphy: The Italic Hand',
        text: 'Learn to hold a broad-edged pen and write the italic alphabet. By the end of the session you will have addressed one envelope beautifully.',
      },
    ],
  },
  {
    label: 'Career Success',
    color: '#8a6d1f',
    tags: ['Career', 'Networking'],
    places: places.career,
    starts: ['11:00', '14:00', '16:00', '17:30'],
    minutes: [60, 90, 120],
    days: 'weekdays',
    middles: [
      'Bring copies of your résumé and dress as you would for a first interview. The career closet lends blazers and ties for free.',
      'Career coaches will be on hand to review a résumé or practice a thirty-second introduction before you walk in.',
      'Hosted by {person}, career coach, with alumni now working in the field.',
    ],
    closings: [
      'Register on the career portal by {deadline}. Walk-ins are admitted as space allows.',
      'Open to all majors and all years. International students will find staff at the welcome desk for questions about work authorization.',
    ],
    topics: [
      {
        title: 'All-Majors Career and Internship Fair',
        text: 'Meet recruiters from **more than 120 employers** hiring for internships, co-ops and full-time jobs. The list of companies, with a map of the booths, is in the career portal a week ahead.',
        places: places.fair,
        at: '11:00',
        minutes: 300,
      },
      {
        title: 'Engineering and Technical Career Fair',
        text: 'Employers in manufacturing, energy, software and aerospace come to campus to hire. Many of them hold interviews the following day, so arrive early.',
        places: places.fair,
        at: '10:00',
        minutes: 360,
      },
      {
        title: 'Nonprofit and Public Service Career Expo',
        text: 'Talk with agencies, schools, museums and foundations about jobs that do some good. Short panels on fellowships and public service loan forgiveness run all afternoon.',
        places: places.fair,
        at: '12:00',
        minutes: 240,
      },
      {
        title:
          'Employer Info Session: {Buckeye Renewables|Harbor & Vine Insurance|Lumen Freight|Northbank Robotics}',
        text: 'Hear from recent graduates about their first year on the job, the rotational program and the summer internship. Recruiters collect résumés at the end.',
        at: '18:00',
      },
      {
        title: 'Alumni Networking Mixer: {Media and Communication|Finance|Public Health|Design}',
        text: 'Meet alumni who work where you would like to. Conversations are rotated every ten minutes, so that nobody gets stuck by the cheese plate.',
        at: '18:00',
        places: places.union,
      },
      {
        title: 'On-Campus Jobs Fair',
        text: 'Dining, the libraries, recreation, labs and events: student employers hire on the spot for this term and next. Bring your schedule and two forms of ID.',
        places: places.fair,
        at: '11:00',
        minutes: 180,
      },
    ],
  },
  {
    label: 'Innovation District',
    color: '#c4591d',
    tags: ['Workshop', 'Skills'],
    places: places.maker,
    starts: ['13:00', '17:30'],
    minutes: [90, 120],
    days: 'any',
    middles: [
      'Led by **{person}**. Beginners are welcome, and the group is small enough for everyone to get help.',
    ],
    closings: [
      'Limited to {seats} participants. Registration closes {deadline}.',
      'Free for students and staff. Everything you need is provided.',
    ],
    topics: [
      {
        title: 'Bike Maintenance Basics',
        text: 'Fix a flat, adjust a brake, clean a chain. A hands-on repair class in the bike shop for people who would rather not pay for it again.',
        places: [['Outdoor Adventure Center', 'Bike Shop']],
      },
      {
        title: 'Photography Walk: Seeing in Black and White',
        text: 'A workshop on composition and light, with any camera or phone. The group walks the Oval for an hour, then edits and critiques one picture each.',
        days: 'weekend',
        at: '10:00',
      },
      {
        title: 'Public Speaking for People Who Hate It',
        text: 'Short exercises, kind feedback and no surprises. Practice opening lines, pauses and what to do with your hands, then give a two-minute talk to a group of six.',
        days: 'weekdays',
        places: places.career,
      },
      {
        title: 'Sewing Repair Café',
        text: 'Bring a torn seam, a lost button or jeans worn through at the knee. Volunteers teach you to mend it yourself, by hand or by machine.',
        days: 'weekend',
        at: '12:00',
        minutes: 180,
      },
    ],
  },
  {
    label: 'Career Success',
    color: '#8a6d1f',
    tags: ['Career', 'Advising'],
    places: places.career,
    starts: ['13:00', '16:00', '17:30'],
    minutes: [90, 120],
    days: 'weekdays',
    middles: [
      'Led by **{person}**, career coach, with recent alumni who sat on your side of the table not long ago.',
      'The career closet next door lends blazers, ties and shoes for interviews, free of charge.',
    ],
    closings: [
      'Open to all majors and all years. Register on the career portal, or simply walk in.',
      'International students will find staff on hand for questions about work authorization.',
    ],
    topics: [
      {
        title: 'Résumé Review Drop-In',
        text: 'Fifteen minutes with a career coach and a red pen. No appointment is needed; bring a printed résumé and, if you have one, the job posting it is meant for.',
        minutes: 180,
        at: '13:00',
      },
      {
        title: 'Mock Interview Marathon',
        text: 'Recruiters from local employers run twenty-minute practice interviews, behavioral or technical, and tell you honestly how it went.',
        minutes: 240,
        at: '13:00',
      },
      {
        title: 'LinkedIn Lab and Free Headshots',
        text: 'Get a professional headshot, then sit down with a coach to rewrite your headline and summary so that recruiters can find you.',
      },
      {
        title: 'Case Interview Workshop',
        text: 'Consulting club members walk through two business cases, show how interviewers score them and pair you up for practice.',
        at: '17:30',
      },
    ],
  },
  {
    label: 'Center for Entrepreneurship',
    color: '#b0592a',
    tags: ['Career', 'Startups'],
    places: places.union,
    starts: ['17:30', '18:30'],
    minutes: [90, 120],
    days: 'weekdays',
    middles: [
      'Hosted by **{person}**, entrepreneur in residence. Students from every college are welcome, with or without an idea.',
    ],
    closings: ['Free. Register by {deadline}, so that there is enough pizza.'],
    topics: [
      {
        title: 'Startup Pitch Night',
        text: 'Eight student founders, five minutes each, one check for $5,000. Investors from the regional network judge the pitches, and everyone stays for networking.',
        at: '18:30',
        places: places.union,
      },
      {
        title: 'Find a Co-Founder',
        text: 'Have an idea but no engineer, or skills but no idea? A structured networking evening for student founders: one-minute introductions, then three rounds of conversations in pairs.',
      },
      {
        title: 'Founder Stories: From Dorm Room to First Customer',
        text: 'Three alumni tell how their start-ups won a first paying customer, and how close they came to giving up. Moderated conversation, then open networking.',
      },
    ],
  },
  {
    label: 'Student Financial Services',
    color: '#4a6f8a',
    tags: ['Online', 'Life Skills'],
    places: [['Online', 'Zoom']],
    starts: ['12:00', '18:00', '19:00'],
    minutes: [45, 60],
    days: 'weekdays',
    middles: [
      'Presented by **{person}**. Send questions ahead through the form, anonymously if you like.',
      'Cameras are optional. The presenter leaves twenty minutes for questions in the chat.',
    ],
    closings: [
      'The Zoom link is sent to everyone who registers, also on the day itself. A recording with captions follows within the week.',
    ],
    topics: [
      {
        title: 'Webinar: Negotiating Your First Salary',
        text: 'What to say when they ask for a number, how to compare two job offers and how to ask for time. A practical career session with scripts you can take to your next interview.',
      },
      {
        title: 'Webinar: Budgeting on a Student Income',
        text: 'Rent, groceries, streaming and the occasional flight home. Build a monthly budget that survives contact with reality, and learn which student discounts are worth the bother.',
      },
      {
        title: 'Webinar: Renting Your First Apartment',
        text: 'What a lease says, what it may not say, and what to photograph on the day you move in. An attorney from student legal services explains deposits, roommates and repairs.',
      },
      {
        title: 'Webinar: Storytelling with Spreadsheets',
        text: 'Turn a table into an argument. This online data workshop shows how to clean a spreadsheet, choose the right chart and cut everything that distracts from it.',
      },
      {
        title: 'Webinar: Taxes for International Students',
        text: 'Which forms, by when, and what a treaty has to do with it. Step through a sample return together, using the free software the university provides.',
      },
    ],
  },
];
