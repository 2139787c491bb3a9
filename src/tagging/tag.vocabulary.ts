import type { Category } from './tagger.js';

/**
 * The tags that people search by, one a line: the tag, and after the colon the words that earn it beside the
 * tag itself. Plurals need no entry. The order means nothing.
 */
export const TAG_VOCABULARY = `
live music: concert, music series, summer music, music night, live band, band, gig night, special guest, world tour
jazz: jazz ensemble, big band, swing band
classical music: symphony, orchestra, philharmonic, chamber music, string quartet, concerto, sonata, symphonic, bach, mozart, beethoven, mahler
choir: chorus, chorale, choral, choral art, glee club, a cappella, acapella
recital
opera
open mic
dj: dj set, disco, silent disco, techno, edm, house music
karaoke
hip hop: rap, rapper
folk music: bluegrass, fiddle, banjo, old time music
rock: rock band, rock music, rock show, rock song, rock and roll, rock n roll, of rock, classic rock, blues rock, indie rock, punk, indie, metal
singing: singer, vocalist, sing along, carol
guitar: guitarist
piano: pianist
violin: violinist
drums: drummer, percussion
songwriting: songwriter
theater: theatre, opera house, playwright, playhouse, drama, matinee
musical: broadway
dance: dancing, dancer, ballet, salsa, bachata, tango, swing dance, ballroom dance, choreography
film: movie, movie screening, film screening, cinema, documentary, film festival
museum
exhibition: exhibit, art show, on view, opening reception
visual art: art, artist, painting, sculpture, mural, drawing
photography: photographer, photo shoot, headshot
poetry: poet, poetry slam, spoken word
literature: book sale, book fair, novel, novelist, author, book club, book signing, fiction
comedy: comedian, stand up, improv, sketch comedy
storytelling
cultural festival: lunar new year, diwali, holi, powwow, heritage festival, heritage night, culture night, cultural night, nowruz
festival: fest
anime: cosplay, manga
history: historian, historical, historic
heritage month: black history, hispanic heritage, pride month, women's history
lgbtq: queer, lgbt, lgbtqia, pride month, pride week, pride parade, pride festival, pride night, pride center, drag show, drag queen, drag king, drag brunch, drag bingo, drag night, drag story hour
football
basketball
baseball
softball
soccer
hockey: ice hockey
volleyball
wrestling
tennis
badminton
ping pong: table tennis
pickleball
golf: disc golf
swimming: swim, swim meet, swimmer
running: 5k, 10k, marathon, half marathon, fun run, race, runner
cycling: bike ride, bicycle, bike, cyclist
hiking: hike, trail, backpacking
climbing: bouldering, rock climbing, climbing wall, climber, belay
kayaking: kayak, canoe, paddle, paddling
sailing: boat
skating: skate, ice skating
skiing: ski, snowboard
martial arts: karate, judo, taekwondo, jiu jitsu
ultimate: ultimate frisbee, frisbee
intramurals: intramural
esports: esport, e sport, video game, league of legends, valorant, rocket league
chess
tournament: bracket, championship, playoff
game day: vs, versus, home game
outdoors: outdoor, camping, nature, nature walk, nature trail, park
yoga: vinyasa
pilates: barre
fitness: workout, zumba, hiit, spin class, cardio, gym, fitness class
meditation: mindfulness, mindful, guided meditation
tai chi: qigong
wellness: well being, self care, wellbeing, sound bath
mental health: counseling, counselling, therapist, therapy, stress, anxiety, depression, grief
support group: peer support
therapy dogs: therapy dog
blood drive: blood donation, donate blood, blood donor
vaccination: flu shot, vaccine, immunization
health screening: screening clinic, blood pressure, hiv testing, mammogram, health fair, sti testing
nutrition: healthy eating, dietitian
sleep: bedtime
first aid: cpr, aed
lecture: lecture series, guest lecture, guest speaker, speaker series
seminar: colloquium, brown bag
conference: symposium, keynote
thesis defense: dissertation, thesis defence, dissertation defense, phd defence, phd defense, defense, defence
research: researcher, poster session, undergraduate research
study abroad: abroad, fulbright
graduate school: grad school, phd program, doctoral program
info session: information session
panel: panel discussion, panelist
scholarship: fellowship, financial aid
law: supreme court, pre law, legal, constitutional
medicine: pre med, medical school
physics
chemistry: organic chemistry
biology: ecology, genetics
mathematics: math, calculus, algebra, geometry, topology, calc
statistics: anova, regression
economics
psychology
philosophy
linguistics
political science: politics
engineering: engineer
astronomy: planetarium, telescope, stargazing
climate: climate change
language learning: conversation practice, conversation partner, esl, language exchange
spanish: speak spanish, learn spanish, spanish class, spanish conversation, spanish speaker, spanish language
french: speak french, learn french, french class, french conversation, french speaker, french language
german: speak german, learn german, german class, german conversation, german speaker, german language
chinese: mandarin, speak chinese, learn chinese, chinese class, chinese conversation, chinese speaker, chinese language
japanese: speak japanese, learn japanese, japanese class, japanese conversation, japanese speaker, japanese language
korean: speak korean, learn korean, korean class, korean conversation, korean speaker, korean language
sign language: asl
english: esl
workshop: hands on
pottery: ceramics, clay
knitting: crochet, knit, yarn
sewing: quilting, embroidery, mending, mend
woodworking: woodturning, carving, lathe
printmaking: screen printing, linocut, letterpress, block printing
painting: watercolor, watercolour, paint and sip
drawing: figure drawing, life drawing, sketch
calligraphy: lettering
jewelry: jewelry making
crafts: craft, art and craft, handmade, diy, origami
floral design: floral arranging, flower arranging, wreath, bouquet
gardening: gardener, garden club, garden bed, community garden, terrarium, seed starting, houseplant, succulent
welding
bike repair: flat tire, bike maintenance, bike shop
public speaking: toastmaster
writing: creative writing, writer, copywriter, copywriting, blog
self-defense: self defense, self defence
makerspace: maker space, 3d printing
career fair: job fair, internship fair, career expo, job expo, hiring expo
internships: internship, intern, co op
resume: cv, cover letter, resume review
networking: mixer, business card, networking event
interviews: mock interview, interview
recruiting: recruiter, recruitment, employer
linkedin
startups: startup, start up, startup founder, entrepreneur, entrepreneurship, pitch competition, pitch night, pitch contest, venture capital, investor
mentoring: mentor, mentorship
alumni: alumnae, alum
leadership: leader
business: finance, consulting, marketing, accounting
professional development: career, career coach, salary
hackathon: hack
programming: coding, code, programmer, software developer, web developer, app developer, software
python: pandas
javascript: typescript, react, node js
rust programming: rust
sql: database design, database system, relational database
git: github
data science: data analytics, data visualization, data set, analytics, tableau, dashboard
machine learning: deep learning, neural network, ai, artificial intelligence, language model, llm
cybersecurity: phishing, capture the flag, ctf, infosec, encryption
cloud computing: aws, azure, kubernetes, docker
open source: linux
robotics: robot, arduino, raspberry pi, drone programming
electronics: soldering, circuit, sensor
game development: game jam, game engine, godot
web development: web developer, build a website, build your own website, wordpress, css, html
mobile apps: android, ios, react native, app
hardware: motherboard, pc
excel: spreadsheet, google sheet
meetup
volunteering: volunteer, service project, service hour, day of service, unpaid
clean-up: clean up, cleanup, litter, trash pickup
food bank: food pantry, food drive, canned food, soup kitchen
fundraiser: fundraising, fund raiser, charity, proceeds, bake sale, philanthropy, benefit, benefit concert, benefit dinner, dance marathon
environment: the environment, environmental, sustainability, recycling, earth day, tree planting, conservation
housing: habitat for humanity, affordable housing, homeless shelter, homelessness
faith: worship, prayer, bible study, shabbat, interfaith, ramadan, iftar, communion, sermon, hillel
civic engagement: town hall, city council, voter, voter registration, election, candidate, ballot, poll worker
animals: animal, animal shelter, dog shelter, zoo
vigil: candlelight, memorial service, remembrance ceremony
older adults: elderly, elder care, nursing home, senior care, senior center
party: bash, block party, dance party
halloween: haunted house, trick or treat, trunk or treat
new year: new year eve
holiday: christmas, easter, hanukkah, thanksgiving
trivia: pub quiz, quiz
board games: board game, d&d, dungeon dragon, tabletop
game night: lawn game, cornhole, video game night
movie night
speed dating: singles night, singles mixer, singles mingle
happy hour
coffee: coffee hour, barista, espresso, latte, latte art
meet new people: make friend, new friend, speed friending, get to know, mingle, icebreaker, hangout, hang out
welcome week: freshman orientation, new student orientation, freshman
homecoming: tailgate, school spirit
family-friendly: family friendly, family fun, family day, family event, family night, for kid, for child, egg hunt, playdate, storytime, story time


student organization: student club, student org, club meeting, general meeting, exec board
international students: international
graduate students: grad student, graduate student, phd student, doctoral student
women: alumnae, women in business
bonfire: campfire, s'more
picnic: cookout, potluck
parade: fireworks
food trucks: food truck
farmers market: farmer market
wine: winery, vineyard, wine tasting
beer: brewery, craft beer, oktoberfest, ale, taproom
cocktails: cocktail, bourbon, whiskey, bartender
tasting: wine tasting, tasting menu
cooking: cooking class, chef, culinary, recipe, cook, pasta, dumpling
baking: bake, baker, pastry, bake off
dinner: supper, course dinner, gala dinner
brunch: pancake, breakfast
barbecue: bbq
tacos: taco
pizza
cheese
vegan: vegetarian
restaurant: dishwasher, line cook, prep cook, waiter, waitress
catering: banquet, caterer
serving: server, wait staff
moving: mover, move out, move in, loading, unloading, u haul, moving help
heavy lifting: lift heavy, heavy item, heavy furniture, heavy box, heavy object
furniture: couch, sofa, mattress, dresser, futon, wardrobe, bookshelf
delivery: courier, deliver, parcel, drop off
driving: driver, chauffeur
airport ride: airport
truck: pickup truck, rental van, cargo van, moving truck
hauling: haul, junk removal, junk, dump
storage: storage unit
errands: errand, grocery shopping, grocery delivery, grocery drop
tutoring: tutor, homework, homework help
test prep: sat prep, act prep, gre, gmat, mcat, lsat, toefl, exam prep
music lessons: piano lesson, guitar lesson, piano teacher, violin teacher, violin lesson
swim lessons: teach me to swim, swim lesson
driving lessons: driving lesson
coaching: coach
homework
event staff: event staffing, event assistant, event crew, festival crew
ushers: usher, ticket taker
check-in: check in, badge
stagehands: stagehand, stage hand, load in, load out, stage crew
event set-up: set up crew, setup crew, tear down, event setup
security: bag check, gate staff, wristband
promotion: flyer distribution, flyer, street team, promoter, product demo, sampling, free sample
parking: parking attendant
emcee: master of ceremony
audio: sound tech, sound engineer, microphone
referee: umpire
wedding
graphic design: logo, designer, poster design, illustrator, vector, flyer design
illustration: illustrate, illustrator
video editing: video editor, videographer, youtube, reel, video shoot, edit video, short video
social media: instagram, tiktok
web design: website, squarespace, shopify
translation: translate, translator
transcription: transcribe
proofreading: proofread, proofreader, copy editing, essay editing
data entry: typing, typist
podcast: podcast editor
remote
babysitting: babysitter, nanny, child care, childcare, sitter
pet care: pet sitting, dog sitter, cat sitter, pet sitter
dogs: dog, puppy, dog walker, dog walking
cats: cat, kitten
cleaning: house cleaning, deep clean, house cleaner, housekeeping, tidy, tidying, laundry
yard work: lawn care, mow, mowing, raking, rake, weeding, mulch
snow removal: snow, snowfall, snow shoveling
handyman: repair, leaky, faucet, drywall, plumbing, handy person
furniture assembly: ikea, assemble, put together
house sitting: house sit, house sitter, water plant
house painting: paint a room
elder care: elderly, companion, caregiver, dementia
organ: organist, carillon
church music: hymn, chancel, gospel music
musical instruments: ukulele, trumpet, saxophone, flute, cello, accordion, harp, clarinet, trombone
circus: acrobat, juggling, juggler
magic: magician, illusionist
fashion: fashion show, runway, thrift, clothing swap
science: science fair, stem activity
space: astronaut, nasa, rocket, planet
teens: teen, teenager
parents: parenting, new parent, tot
market: vendor fair, artisan, makers market, flea market, night market
auction: raffle
bingo
carnival: fair ride, midway
motorsports: monster truck, monster jam, supercross, nascar
fishing: angling
water sports: surfing, rafting, scuba, snorkeling
bowling
archery
dodgeball: kickball, spikeball
car maintenance: oil change, auto repair, car repair, tire
food preservation: canning, pickling, fermentation, jam making
beekeeping: beekeeper
foraging: mushroom hunt, wild edible
public health: hiv, sti, cancer, diabetes, screening van
organ donation: bone marrow, donor registry, organ donor
recovery: sobriety, addiction, quit smoking, tobacco
disability: adhd, accessibility, autism
taxes: tax help, tax return, vita
peace: interfaith, reconciliation
consulting: case competition
banking: finance career, investment
federal jobs: government job
teaching: teacher recruitment, school district, teach
group study: study group, study session, reading group
training: bootcamp, certification
guest services: coat check, greeter, concierge
mascot: costume character
election: poll worker, candidate forum, candidate night, meet the candidate, ballot
painting a room: paint a room, paint a wall, interior painting
shelving: hang a shelf, hang shelf, put up shelf, install shelf, build shelf, floating shelf, mount a tv, hang a tv
gardening help: garden bed, hedge, planting
overnight care: overnight
image labelling: tag image, label image, bounding box, annotate
online shop: shopify, etsy, store theme
swimming pool: lifeguard
parking permits: parking permit
building notice: out of service, maintenance notice, elevator maintenance
lost and found: unclaimed
research study: study participant, participant, clinical trial, paid study, irb
survey: questionnaire
graduation: commencement
deadline: last day
academic calendar: no class, university closed, reading day
free admission: free and open, free entry, free event, free concert, no cover, no charge
beginner-friendly: beginner, no experience, all level, all skill level

virtual: webinar, virtual event, online event
nba: hornet, laker, celtic, knick, raptor, maverick, cavalier, 76er, sixer, clipper, timberwolf, trail blazer, golden state warrior, chicago bull, phoenix sun, miami heat, utah jazz, orlando magic, denver nugget, milwaukee buck, sacramento king, brooklyn net, indiana pacer, detroit piston, houston rocket, memphis grizzly, san antonio spur, atlanta hawk, washington wizard, new orleans pelican, oklahoma city thunder
basketball: nba, hornet, laker, celtic, knick, raptor, maverick, cavalier, 76er, sixer, clipper, timberwolf, trail blazer, golden state warrior, chicago bull, phoenix sun, miami heat, utah jazz, orlando magic, denver nugget, milwaukee buck, sacramento king, brooklyn net, indiana pacer, detroit piston, houston rocket, memphis grizzly, san antonio spur, atlanta hawk, washington wizard, new orleans pelican, oklahoma city thunder
nfl: steeler, green bay packer, cleveland brown, cincinnati bengal, buffalo bill, dallas cowboy, patriot, seahawk, texan, colt, denver bronco, viking, new york giant, philadelphia eagle, 49er, miami dolphin, detroit lion, chicago bear, kansas city chief
football: nfl, steeler, green bay packer, cleveland brown, cincinnati bengal, buffalo bill, dallas cowboy, patriot, seahawk, texan, colt, denver bronco, viking, new york giant, philadelphia eagle, 49er, miami dolphin, detroit lion, chicago bear, kansas city chief
mlb: yankee, red sox, dodger, cleveland guardian, cincinnati red, phillies, astro, san diego padre, chicago cub, white sox, blue jay, minnesota twin, texas ranger, seattle mariner
baseball: mlb, yankee, red sox, dodger, cleveland guardian, cincinnati red, phillies, astro, san diego padre, chicago cub, white sox, blue jay, minnesota twin, texas ranger, seattle mariner
nhl: blue jacket, maple leaf, bruin, canadien, blackhawk, red wing, oiler, canuck, golden knight, boston bruin, new york ranger, islander, kraken, pittsburgh penguin, philadelphia flyer, ottawa senator
hockey: nhl, blue jacket, maple leaf, bruin, canadien, blackhawk, red wing, oiler, canuck, golden knight, boston bruin, new york ranger, islander, kraken, pittsburgh penguin, philadelphia flyer, ottawa senator
mls: mls cup, mls match, mls game, columbus crew, inter miami, la galaxy, fc cincinnati, sounder, lafc
soccer: mls cup, mls match, mls game, columbus crew, inter miami, la galaxy, fc cincinnati, sounder, lafc
wnba
ncaa: march madness, final four
mma: ufc, cage fight
wrestling: wwe, aew
k-pop: kpop
country music: country song
metal: heavy metal, metalcore
pop music: pop song
r&b
electronic music: edm, house music, techno, trance, dubstep
tribute band: tribute to
stand-up: stand up, comedian
`;

/**
 * Nouns worth a tag where the vocabulary says little: things, places, trades and subjects, none that fits
 * every event. Other nouns are known by their ending.
 */
export const TAG_NOUNS = `
accordion actor acupuncture airplane aluminum ambulance amphitheater ant antique apple apron aquarium
arboretum archaeology archery architect architecture archive arena asthma astronaut athlete attic auction
audition aurora autism automobile avocado backpack backyard bacteria badge bagel bakery ballet balloon
banana bank barbecue barn basement bat bath bathroom beach bean bear bee beef beekeeping bell bench berry
beverage bicycle bird birthday biscuit blanket blood boat bonsai boot border bottle bow bracelet brain brass
brick brochure broom brush bubble bucket budget buffalo buffet burger butter butterfly cabin cactus cake
camel camera camp canal cancer candle candy canoe canvas caramel carpet carrot cartoon castle cave ceiling
cello cemetery cereal ceremony chalk champagne chapel cheerleading cherry chicken chili chocolate cider
cinema circus clarinet clock cloud coal coast cocoa coconut coffee colony column comet comic compass compost
computer contract copper coral costume cotton council cow crab cricket crown cruise cuisine cupcake curry
dam democracy dentist desert dessert diabetes diamond dinosaur diplomacy disability disaster doll dolphin
donut dragon drone drought duck dumpling eagle earthquake eclipse economy egg election elephant elevator
epidemic equity ethics evolution falcon farm farmer fashion feather feminism fern fiber fire firefighter
fireplace fish fishing flood flower flute forest fossil fountain fox freedom frog fruit fungus fur galaxy
gallery garage garden gardener garlic gender gene genome ghost giraffe glacier goat gold goose gospel
grammar grape grass gravity greenhouse grocery gymnasium ham hammer hammock harbor harp harvest headphone
heart helicopter helmet herb hero highway honey horror horse hospital hotel hurricane immigration immunity
infection infrastructure ink insect instrument internet invention island jam jewel journalism journalist
juice jungle justice kayak kettle keyboard kidney kitchen kite kitten knife labor laboratory lace lake lamp
landlord lantern laser laundry lawyer leather lemon lemonade leopard lettuce library license lighthouse lion
literacy literature lizard lobster locomotive lung magazine magic magnet mandolin map maple marble marketing
meadow meat medication medicine menu meteor microphone microscope migration military milk mineral mirror
monkey moon mosaic mosquito moss motorcycle mountain mouse murder mushroom mystery mythology neuroscience
newspaper noodle novel nurse nut nutrition oak oboe ocean octopus oil olive onion orbit orchard orchid organ
origami orphan otter owl oxygen oyster paint palace pancake panda parachute park parrot passport patent
pavilion peace peach peanut pear pearl pencil penguin pepper perfume pesticide pet pharmacy
photograph physician pie pig pigeon pilot pirate pizza plague planet plastic plumbing poem poison police
pollution pond pool popcorn popsicle potato poverty prairie pregnancy printer prison propaganda protein
protest prototype psychiatry pumpkin puppet puzzle pyramid quartz queen quilt rabbit race radio railroad
railway rainbow ranch recipe recycling refugee religion reptile republic restaurant revolution rhythm ribbon
rice river robot rocket rose rug sail salad salmon salt sand sandwich satellite sauce sausage saxophone
science scooter sculpture sea seafood seed shark sheep shelf ship shrimp silk silver slavery sleep smoothie
snake soap soccer soil solar soldier song soup spice spider squirrel stadium star starfish statue steak
steel stone storm story strawberry subtitle sugar surf surgery sushi swamp sword symphony syrup tablet
tattoo tax tea teacher telescope television temple tent textile theology thread tiger tire toast tobacco
toilet tomato tool tornado tortoise toy tractor traffic trail treadmill triathlon trombone trout trumpet
tuba tunnel turkey turtle tuxedo typewriter ukulele umbrella union universe vaccine vampire vegetable
vehicle veteran video village vineyard vinyl violin virus vitamin volcano vote waffle wagon warehouse washer
waterfall weather wedding whale wheat wheelchair wildfire wildlife witch wolf wood wool worm yacht yogurt
zebra zine zoo
`;

/** Endings by which an unknown word is a noun worth a tag, as "ornithology" is. */
export const NOUN_ENDINGS =
  /^(?:\p{L}{2,}(?:ology|ologist|ography|ographer|onomy|onomer|metry|ometer|athlon|ball|craft|phobia|therapy)|\p{L}{4,}(?:making|smithing|keeping))$/u;

/**
 * Words of the vocabulary that a description uses in other senses, too: "a friendly environment", "employee benefits",
 * "climbing stairs". They earn their tag in a title.
 */
export const TITLE_WORDS = `accessibility, artist, benefit, candidate, chinese, climber, climbing, code, deep learning, defence,
  defense, deliver, dissertation, drama, drawing, environment, fellowship, french, freshman, german, historic, international,
  interview, japanese, korean, leader, no class, pc, programmer, programming, race, rock, runner, running, snow,
  snowfall, software, space, spanish, teach, teaching, training`;

/** Before these a word is a part of a name: "Temple University", "conference room", "Harp Street". */
export const NAMED_PLACES = 'avenue college lane road room street university';

/** Phrases that hold a word of the vocabulary and mean something else, and a tag that alone is more often another thing. */
export const NO_TAGS = `tree climber, running toilet, running water, running ad, running time, up and running, up to code,
  boat rv, driving the, driving change, driving force, painting wall, liberal art, language art, culinary art, state of the art, art and science, client server,
  mail server, web server, mixed media, dress code, qr code, promo code, discount code, zip code, code of conduct, building code,
  memorial stadium, memorial hall, memorial union, memorial library, memorial gym, memorial arena, memorial park, memorial hospital,
  memorial lecture, rock installer, rock removal, rock hauling, metal stud, sheet metal, scrap metal, cement mixer, political party, third party,
  search party, thin film, interested party, entire party, your party, all party, art of the, art council, art center,
  closed for the holiday, closed for holiday, holiday hour, email resume, send resume, submit resume, attach resume, local law, state law,
  federal law, applicable law, moving part, moving mechanical, running constantly, keep running, food for thought,
  dishwasher not, dishwasher leaking, dishwasher leak, dishwasher repair, dishwasher installation, fix dishwasher, broken dishwasher,
  my dishwasher, no hand on, mls, performing art, recording artist, musical art, for the art, and the art,
  faculty of art, faculty of science, faculty of applied science, faculty of engineering, faculty of law, faculty of medicine,
  alumni center, wellness way, nature of, by storm, bank of the, ultimate test, mini museum, inclement weather,
  day and holiday, monday and holiday, saturday and holiday, sunday and holiday, weekend and holiday, evening and holiday,
  hands on assistance, before moving in, after moving in, exhibition game, exhibition match, conference center, conference call, to park, can park, may park, park in the, park on, park your`;

/** Tags of work: an event has them where its title names them, not for a word in its description. */
export const GIG_TAGS = `web design, web development, mobile apps, serving, server, restaurant, shelving, catering, moving, heavy lifting, furniture,
  delivery, driving, truck, hauling, storage, errands, airport ride, tutoring, test prep, coaching, homework, event staff, ushers,
  check-in, stagehands, event set-up, security, promotion, parking, parking permits, emcee, audio, graphic design, illustration,
  video editing, social media, translation, transcription, proofreading, data entry, remote, babysitting, pet care, dogs, cats,
  cleaning, yard work, snow removal, handyman, furniture assembly, house sitting, house painting, elder care, guest services,
  taxes, tasting, resume, interviews, recruiting, civic engagement, deadline, survey, training, consulting, banking,
  research study, virtual, free admission, wedding, writing, photography, drawing, sleep, space, political science, game day,
  religion, housing, happy hour, magic, market, business`;

/** What a text of the category is tagged with where little else was found. */
export const TAG_OF_CATEGORY: Record<Category, string | undefined> = {
  MUSIC: 'live music',
  ARTS_CULTURE: 'arts',
  SPORTS_RECREATION: 'sports',
  HEALTH_WELLNESS: 'wellness',
  ACADEMIC: 'academic',
  WORKSHOP: 'workshop',
  CAREER_NETWORKING: 'professional development',
  TECHNOLOGY: 'technology',
  COMMUNITY_SERVICE: 'community',
  SOCIAL: 'social',
  FOOD_DRINK: 'food',
  MOVING_DELIVERY: 'moving',
  TUTORING: 'tutoring',
  EVENT_STAFFING: 'event staff',
  CREATIVE_DIGITAL: 'creative',
  HOME_HELP: 'home help',
  OTHER: undefined,
};

/** Tags that hold in texts of one category alone: a play, too, may be a tribute to somebody. */
export const TAGS_WITHIN: Partial<Record<string, Category>> = { 'tribute band': 'MUSIC' };
