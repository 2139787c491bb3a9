/**
 * The tags that people search by, one a line: the tag, and after the colon the words that earn it beside the
 * tag itself. Plurals need no entry. The order means nothing.
 */
export const TAG_VOCABULARY = `
live music: concert, live band, band, gig night, special guest, tour
jazz: jazz ensemble, big band, swing band
classical music: symphony, orchestra, philharmonic, chamber music, string quartet, concerto, sonata, symphonic, bach, mozart, beethoven, mahler
choir: chorus, chorale, choral, glee club, a cappella, acapella
recital
opera
open mic
dj: dj set, disco, silent disco, techno, edm, house music
karaoke
hip hop: rap, rapper
folk music: bluegrass, fiddle, banjo, old time
rock: rock band, punk, indie, metal
singing: singer, vocalist, sing along, carol
guitar: guitarist
piano: pianist
violin: violinist
drums: drummer, percussion
songwriting: songwriter
theater: theatre, play, playwright, playhouse, drama, matinee
musical: broadway
dance: dancing, dancer, ballet, salsa, bachata, tango, swing dance, ballroom dance, choreography
film: movie, screening, film screening, cinema, documentary, film festival
museum
exhibition: exhibit, gallery, art show, on view, opening reception, curator
visual art: art, artist, painting, sculpture, mural, drawing
photography: photographer, photo shoot, headshot, photo
poetry: poet, poetry slam, spoken word
books: book, novel, novelist, author, book club, book signing, reading, literature, fiction
comedy: comedian, stand up, improv, sketch comedy
storytelling
cultural festival: lunar new year, diwali, holi, powwow, heritage, culture night, nowruz, traditional
festival: fest
anime: cosplay, manga
history: historian, historical, historic
heritage month: black history, hispanic heritage, pride
lgbtq: queer, pride, lgbt, drag show, drag
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
climbing: bouldering, climber, belay
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
game day: vs, versus, match, kickoff, opponent
outdoors: outdoor, camping, nature, park
yoga: vinyasa
pilates: barre
fitness: workout, zumba, hiit, spin, exercise, cardio, gym, fitness class
meditation: mindfulness, mindful, guided meditation
tai chi: qigong
wellness: well being, self care, wellbeing, sound bath
mental health: counseling, counselling, therapist, therapy, stress, anxiety, depression, grief, counselor
support group: peer support
therapy dogs: therapy dog
blood drive: blood donation, donate blood, blood donor
vaccination: flu shot, vaccine, immunization
health screening: screening clinic, blood pressure, hiv testing, mammogram, health fair, sti testing
nutrition: healthy eating, dietitian
sleep: bedtime
first aid: cpr, aed
lecture: lecture series, guest lecture, speaker
seminar: colloquium, brown bag
conference: symposium, keynote
thesis defense: dissertation, thesis defence, dissertation defense, phd defence, phd defense, defense, defence
research: researcher, poster session, undergraduate research
study abroad: abroad, fulbright
graduate school: grad school, phd
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
spanish
french
german
chinese: mandarin
japanese
korean
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
crafts: craft, handmade, diy, origami
floral design: floral arranging, flower arranging, wreath, flower, bouquet
plants: terrarium, gardening, garden, seed starting
welding
bike repair: flat tire, bike maintenance, bike shop
public speaking: toastmaster, speech
writing: creative writing, writer, copywriter, copywriting, blog
self-defense: self defense, self defence
makerspace: maker space, maker, 3d printing
career fair: job fair, internship fair, expo
internships: internship, intern, co op
resume: cv, cover letter, resume review
networking: mixer, business card, network
interviews: mock interview, interview
recruiting: recruiter, recruitment, hiring, employer
linkedin
startups: startup, start up, founder, entrepreneur, entrepreneurship, pitch, pitch night, venture, investor
mentoring: mentor, mentorship
alumni: alumnae, alum
leadership: leader
business: finance, consulting, marketing, accounting
professional development: career, career coach, salary
hackathon: hack
programming: coding, code, programmer, developer, software
python: pandas
javascript: typescript, react, node js
rust programming: rust
sql: database
git: github
data science: data analytics, data visualization, data set, analytics, tableau, dashboard
machine learning: deep learning, neural network, ai, artificial intelligence, language model, llm
cybersecurity: phishing, capture the flag, ctf, infosec, encryption
cloud computing: aws, azure, kubernetes, docker
open source: linux
robotics: robot, arduino, raspberry pi, drone
electronics: soldering, circuit, sensor
game development: game jam, unity, godot
web development: web developer, website, wordpress, css, html
mobile apps: android, ios, react native, app
hardware: motherboard, pc
excel: spreadsheet, google sheet
meetup
volunteering: volunteer, service project, service hour, day of service, unpaid
clean-up: clean up, cleanup, litter, trash pickup
food bank: food pantry, food drive, canned food, soup kitchen
fundraiser: fundraising, fund raiser, charity, proceeds, bake sale, philanthropy, benefit
environment: sustainability, recycling, earth day, tree planting, conservation
housing: habitat for humanity, homeless, shelter
faith: worship, prayer, bible study, church, mosque, synagogue, shabbat, interfaith, ramadan, iftar, communion, sermon, hillel
civic engagement: town hall, city council, voter, voter registration, election, candidate, ballot, poll worker
animals: animal shelter, dog shelter, zoo
vigil: memorial
seniors: elderly, elder care, nursing home, senior care
party: bash, block party, dance party
halloween: haunted house, trick or treat, trunk or treat
new year: new year eve
holiday: christmas, easter, hanukkah, thanksgiving
trivia: pub quiz, quiz
board games: board game, d&d, dungeon, tabletop
game night: lawn game, cornhole, video game night
movie night
speed dating: singles, single
happy hour
coffee: coffee hour, barista, espresso, latte
meet new people: make friend, new friend, speed friending, get to know, mingle, icebreaker, hangout, hang out
welcome week: orientation, freshman
homecoming: tailgate, school spirit
family-friendly: family, kid, children, toddler, egg hunt, playdate
21+: 21 and over, open bar
free food: free pizza, free lunch, pizza provided, free meal
student organization: student club, student org, club meeting, general meeting, exec board
international students: international
graduate students: grad student, graduate student
women: alumnae, women in business
bonfire: campfire, s'more
picnic: cookout, potluck
parade: fireworks
food trucks: food truck
farmers market: farmer market
wine: winery, vineyard, wine tasting
beer: brewery, craft beer, oktoberfest, ale, taproom
cocktails: cocktail, bourbon, whiskey, spirits, bartender
tasting: wine tasting, tasting menu
cooking: cooking class, chef, culinary, recipe, cook, pasta, dumpling
baking: bake, baker, pastry, bread
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
heavy lifting: heavy, lift
furniture: couch, sofa, mattress, dresser, futon, desk, wardrobe, bookshelf, bed
delivery: courier, deliver, parcel, drop off, package
driving: driver, chauffeur, drive, car needed
airport ride: airport
truck: pickup truck, van, trailer
hauling: haul, junk removal, junk, dump
storage: storage unit
errands: errand, grocery
tutoring: tutor, homework, homework help
test prep: sat, act prep, gre, gmat, mcat, lsat, toefl, sat prep, exam prep
music lessons: piano lesson, guitar lesson, piano teacher, violin teacher, violin lesson
swim lessons: teach me to swim, swim lesson
driving lessons: driving lesson
coaching: coach
homework
event staff: event staffing, event assistant, event crew, festival crew
ushers: usher, ticket taker
check-in: check in, badge
stagehands: stagehand, stage hand, load in, load out, stage crew
set-up: set up crew, setup crew, tear down, set up
security: bag check, gate staff, wristband
promotion: flyer distribution, flyer, street team, promoter, product demo, sample
parking: parking attendant
emcee: host for, mc
sound: sound tech, sound engineer, microphone
referee: umpire
wedding
graphic design: logo, designer, poster design, illustrator, vector, flyer design
illustration: illustrate, illustrator
video editing: video editor, videographer, youtube, reel, tiktok, video
social media: instagram, tiktok
web design: website, squarespace, shopify
translation: translate, translator
transcription: transcribe
proofreading: proofread, proofreader, editing
data entry: typing, typist
podcast: podcast editor
remote
babysitting: babysitter, nanny, child care, childcare, sitter
pet care: pet sitting, dog sitter, cat sitter, pet sitter
dogs: dog, puppy, dog walker, dog walking
cats: cat, kitten
cleaning: house cleaning, deep clean, cleaner, housekeeping, tidy, tidying, laundry
yard work: lawn, mow, mowing, raking, rake, weed, mulch, leaf, yard
snow removal: shovel, snow
handyman: repair, leaky, faucet, drywall, plumbing, handy person
furniture assembly: ikea, assemble, put together
house sitting: house sit, house sitter, water plant
house painting: paint a room
elder care: elderly, companion, caregiver, dementia
research study: study participant, participant, clinical trial, paid study, irb
survey: questionnaire
graduation: commencement, convocation
deadline: last day, due
academic calendar: no class, university closed, reading day
free: free admission, free and open, no cover, no charge
beginner-friendly: beginner, no experience, all level, all skill level
all ages
virtual: zoom, online, webinar
tickets: ticketed, general admission
`;

/**
 * Nouns worth a tag where the vocabulary says little: things, places, trades and subjects, none that fits
 * every event. Other nouns are known by their ending.
 */
export const TAG_NOUNS = `
accordion actor acupuncture airplane aluminum ambulance amphitheater ant antique apartment apple appliance apron aquarium
archaeology archery architect architecture archive arena arboretum asthma astronaut athlete attic auction audition aurora
autism automobile avocado award baby backpack backyard bacteria badge bagel bakery ballet balloon banana bank banner barbecue
barn basement basket bat bath bathroom beach bean bear bee beef beekeeping bell bench berry beverage bicycle bird birthday
biscuit blanket block blood boat bonsai boot border bottle bow bowl box bracelet brain brass brick bridge brochure broom brush
bubble bucket budget buffalo buffet building burger bus butter butterfly button cabin cabinet cactus cake camel camera camp
campus canal cancer candle candy canoe canvas car caramel carpet carrot cartoon castle cave ceiling cello cemetery cereal
ceremony chair chalk champagne chapel cheerleading cherry chicken chili chocolate cider cinema circus city clarinet classroom
clinic clock cloth clothing cloud coal coast cocoa coconut coffee coin colony column comet comic compass compost computer
contract copper coral corn costume cotton council country cow crab cricket crown cruise cuisine cupcake curry curtain dam
democracy dentist desert dessert diabetes diamond dinosaur diplomacy disability disaster doll dolphin donut dragon dress
drone drought duck dumpling eagle earthquake eclipse economy education egg election elephant elevator energy envelope epidemic
equity ethics evolution faculty fair falcon family farm farmer fashion feather feminism fence fern fiber fire firefighter
fireplace fish fishing flag flood floor flour flower flute food forest fossil fountain fox freedom frog fruit fungus fur galaxy
gallery garage garden gardener garlic gender gene genome ghost giraffe glacier glass globe goat gold goose gospel government
grammar grape grass gravity greenhouse grocery gymnasium hair ham hammer hammock harbor harp harvest hat headphone heart heat
helicopter helmet herb hero highway hill honey horror horse hospital hotel house human hurricane ice immigration immunity
infection infrastructure ink insect instrument insurance internet invention iron island jacket jam jewel journalism journalist
juice jungle justice kayak kettle keyboard kidney kitchen kite kitten knife labor laboratory lace lake lamp landlord language
lantern laser laundry lawyer leather lemon lemonade leopard lettuce library license light lighthouse lion literacy literature
lizard lobster locomotive lunch lung machine magazine magic magnet mail mandolin map maple marble marketing mask meadow meal
meat media medication medicine memory menu metal meteor microphone microscope midterm migration military milk mineral mirror
money monkey moon mosaic mosquito moss motor motorcycle mountain mouse movement murder muscle mushroom mystery mythology
nail neighborhood neuroscience newspaper noodle novel nurse nutrition nut oak oboe ocean octopus oil olive onion orange orbit
orchard orchid organ origami orphan otter oven owl oxygen oyster package paint palace panda pancake paper parachute parade
parent park parrot passport patent patient pavilion peace peach peanut pear pearl pen pencil penguin pepper perfume pesticide
pet pharmacy phone photograph physician pie pig pigeon pilot pirate pizza plague plane planet plastic plate plumbing poem
poison police policy pollution pond pool popcorn popsicle porch potato poverty prairie pregnancy president printer prison
prize propaganda protein protest prototype psychiatry pumpkin puppet purse puzzle pyramid quartz queen quilt rabbit race radio
railroad railway rain rainbow ranch recipe record recycling refugee religion rent reptile republic restaurant revolution
rhythm ribbon rice ring river robot rocket roof rose rug sail salad salmon salt sand sandwich satellite sauce sausage saxophone
scarf school science scissors scooter screen script sculpture sea seafood seal seed shark sheep shelf shell ship shirt shoe
shop shrimp silk silver slavery sleep smoothie snack snake soap soccer soil solar soldier song soup space speaker spice spider
sport squirrel stadium stage star starfish statue steak steel stitch stone storm story strawberry street subtitle sugar suit
sun surf surgery sushi swamp sword symphony syrup table tablet tattoo tax tea teacher telescope television temple tent
terminal textile theology thread tiger tile tire toast tobacco toilet tomato tool tornado tortoise toy tractor traffic trail
train tree treadmill triathlon trombone trout trumpet tuba tunnel turkey turtle tuxedo typewriter ukulele umbrella union
universe vaccine vampire vegetable vehicle veteran video village vineyard vinyl violin virus vitamin volcano vote wagon waffle
wall war warehouse washer watch water waterfall wave weather wedding whale wheat wheel wheelchair wildfire wildlife wind window
witch wolf wood wool worm wrist yacht yogurt zebra zine zoo
`;

/** Endings by which an unknown word is a noun worth a tag, as "ornithology" is. */
export const NOUN_ENDINGS =
  /^\p{L}{2,}(?:ology|ologist|ography|ographer|onomy|onomer|metry|ometer|athlon|ball|making|smithing|keeping|craft|phobia|therapy)$/u;
