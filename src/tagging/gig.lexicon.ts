import type { Lexicon } from './event.lexicon.js';

/** What gigs say of themselves: the work that somebody is hired to do. */
export const GIG_LEXICON: Partial<Lexicon> = {
  MUSIC: {
    sure: `drummer, guitarist, bassist, bass player, singer, vocalist, pianist for, keyboard player, organist, violinist, cellist,
      string quartet, dj, dj for, band needed, band for, wedding band, live music, choir director, choir singer, section leader, accompanist, saxophonist, trumpet player, musician`,
    likely:
      'band, hymn, rehearsal, setlist, motown, cover song, acoustic set, choir, karaoke host, repertoire',
    hint: 'song, gig, amp, chart, music',
  },
  ARTS_CULTURE: {
    sure: 'actor, actress, extra for film, film extra, dancer, figure model, life model, comedian, magician, puppeteer, storyteller, museum guide, docent, face painter',
    likely: 'audition, casting, short film, choreographer, theatre, gallery',
    hint: 'art, film, stage, role',
  },
  SPORTS_RECREATION: {
    sure: 'referee, umpire, lifeguard, scorekeeper, line judge, goalie, substitute goalie, hiking guide, camp counselor, ski instructor, pacer, climbing staff',
    likely:
      'youth league, little league, soccer league, match, tournament, swim meet, official game, team needs',
    hint: 'soccer, basketball, game, pool, league, sport',
  },
  HEALTH_WELLNESS: {
    sure: 'yoga instructor, yoga teacher, fitness instructor, zumba instructor, personal trainer, massage therapist, phlebotomist, first aider',
    likely: 'yoga, workout, fitness, wellness, training plan',
    hint: 'gym, health',
  },
  ACADEMIC: {
    sure: 'research assistant, lab assistant, note taker, notetaker, grader, teaching assistant, literature review',
    likely: 'lab work, archive, field work, fieldwork',
    hint: 'professor, research',
  },
  WORKSHOP: {
    sure: 'workshop leader, lead a workshop, craft instructor, pottery instructor',
    likely: 'craft workshop',
    hint: 'workshop',
  },
  CAREER_NETWORKING: { sure: 'resume coach, interview coach', likely: 'mock interviewer', hint: 'career' },
  TECHNOLOGY: {
    sure: `python script, python developer, fix bug, software developer, programmer, app developer, react, react native, android, ios, mobile app, web scraper, scraper, scraping,
      database, sql, backend, back end, api, server setup, computer repair, laptop repair, fix my laptop, virus, wifi, network setup, router, it support, tech support, data analysis,
      machine learning, automation, arduino, raspberry pi, unity developer, discord bot, chatbot, set up computer, pandas, smart home`,
    likely:
      'python, script, code, coding, developer, bug, repo, software, app, computer, laptop, printer, pc, linux, github, javascript, java, crash, nda, csv',
    hint: 'data, tech, programming, export',
  },
  COMMUNITY_SERVICE: {
    sure: `volunteer, unpaid volunteer, volunteering, food bank, food pantry, soup kitchen, homeless, animal shelter, tax help, service hour, canvasser, canvassing, clean up day, litter, fundraiser, fundraising, no pay`,
    likely:
      'shelter, unpaid, charity, nonprofit, non profit, low income, church, community garden, voter registration, donation',
    hint: 'orientation required, community, good cause',
  },
  SOCIAL: {
    sure: 'game master, dungeon master, party host, santa claus, princess for, party entertainer, clown',
    likely: 'birthday party entertainer, trivia host',
    hint: 'party',
  },
  FOOD_DRINK: {
    sure: `line cook, prep cook, cook, chef, private chef, personal chef, barista, bartender, barback, server, waiter, waitress, wait staff, waitstaff, banquet, dishwasher, busser, host stand, hostess,
      catering, caterer, kitchen help, kitchen hand, kitchen, food prep, food runner, baker, bakery counter, pastry, restaurant, cafe, coffee shop, food truck help, meal prep, pizza cook, grill cook, dish pit, sous chef`,
    likely: `brunch, dinner service, serve, serving, tray, pour, drink, cocktail, bar, wine, beer, plate, food handler, knife skill, espresso, latte, grill, fryer, bake, cake, recipe, cooking, menu, staff meal, table service, tip`,
    hint: 'food, meal, restaurant experience, tips, guest, shift',
  },
  MOVING_DELIVERY: {
    sure: `mover, moving, move out, move in, help me move, help moving, moving help, haul, hauling, haul away, junk removal, courier, delivery, deliver, delivering, delivery driver, driver, drop off, pick up and deliver, pickup truck,
      truck, u haul, uhaul, moving truck, cargo van, rental van, van, load, loading, unload, unloading, pod, furniture move, heavy lifting, couch, sofa, mattress, dresser, futon, treadmill,
      airport ride, airport, ride to, ride from, rideshare, carpool, chauffeur, errand, grocery delivery, grocery drop, parcel, package, transport, transporting, relocate, relocation, drive my car, drive me, trailer`,
    likely: `move, box, boxes, carry, lift, heavy, stair, floor, elevator, drive, car, gas, mileage, vehicle, licence, license, furniture, desk, bed, bunk bed, bookshelf, fridge, dryer, piano, garage, basement, storage, drop, dump,
      pick up, bike courier, door to door, muscle, strong, strong back, ride, trip, one way, depot, container, bring to, ikea run, shift furniture`,
    hint: 'hour, street, ave, apartment, helmet, own car, back, weekend, saturday',
  },
  TUTORING: {
    sure: `tutor, tutoring, lesson, teach me, teach my, teacher, coaching, coach, homework, homework help, sat prep, act prep, gre, gmat, mcat, lsat, toefl, ielts, exam prep, test prep, study help, study partner,
      calculus, algebra, pre algebra, geometry, organic chemistry, chemistry, physics, biology, statistics, thermodynamics, economics, anova, esl, conversation practice, conversation partner, language partner, language exchange,
      reading buddy, mentor for, explain, private lesson, instructor, piano lesson, guitar lesson, violin, swim lesson, driving lesson, phonics, prep for exam, midterm`,
    likely: `math, maths, grade, grader, class, course, exam, final, session, student, beginner, learn, improve, practice, practise, native speaker, spanish, french, german, mandarin, chinese, japanese, korean, arabic, english speaking, essay coaching,
      science, semester, chapter, struggling, patient, study, score, vocabulary, reading, section, verbal, teach, after school, weekly, twice a week, once a week, once weekly, subject, skill, loop, recursion, regression, high school, year old, middle school, understand`,
    hint: 'hour, library, son, daughter, kid, child, online, evening, age, book, week, campus',
  },
  EVENT_STAFFING: {
    sure: `usher, ticket taker, check in, registration table, event staff, event staffing, event assistant, event crew, event help, event setup, set up crew, setup crew, set up and tear down, tear down, teardown, stagehand, stage hand, stage crew, stage manager, load in, load out, strike, street team, promo, promotion, promoter, promotional, flyer distribution, hand out flyer, pass out flyer, flyering, handbill, greeter, coat check, security, gate staff, crowd, wristband, parking attendant, emcee, mc for, host for, mascot, sound tech, sound engineer, lighting tech, av tech,
      poll worker, product demo, sample, sampling, booth, booth staff, exhibitor, festival crew, festival staff, conference staff, concert staff, race volunteer, course marshal, marshal, timekeeper, concession, merch, merch seller, merchandise, photo booth attendant, spotlight operator, orientation leader`,
    likely: `event, festival, conference, concert, wedding, gala, expo, trade show, venue, guest, attendee, badge, ticket, table and chair, chair, tent, linen, stage, microphone, stadium, arena, show, crew, greet, hand out, pass out, hand, shirt provided, haunted house, grand opening, marathon, convention, graduation ceremony,
      ceremony, audience, kickoff, game day, energetic, black tie, auction`,
    hint: 'shift, training, help, staff, team, weekend, standing, lifting, lunch provided, free meal, am, door',
  },
  CREATIVE_DIGITAL: {
    sure: `logo, graphic design, graphic designer, designer, poster design, flyer design, t shirt design, illustration, illustrator, illustrate, photographer, photography, photo shoot, photoshoot, shoot, headshot, videographer, videography, video editor, video editing, edit video, editing, editor, podcast, podcast editor,
      website, web design, web designer, web site, wordpress, squarespace, wix, shopify, seo, landing page, social media, social media manager, instagram, tiktok, reel, youtube, content creator, content writer, copywriter, copywriting, copy editing, blog, blog post, ghostwriter, writer, article, newsletter, proofread, proofreader, proofreading,
      translate, translation, translator, transcribe, transcription, transcriptionist, caption, subtitle, data entry, typist, spreadsheet cleanup, label image, tag image, animator, animation, 3d model, 3d modeling, render, voice over, voiceover, voice actor, branding, brand identity, ux, ui design, mockup, figma, canva, adobe, illustrator file, photoshop, resume writing, powerpoint, slide deck`,
    likely: `design, graphic, photo, picture, camera, video, edit, film, online gallery, gallery, vector, print ready, draw, drawing, artwork, mural, sketch, write, writing, page, word, blurb, post, content, portfolio, sample work, excel, sheet, form, scan, scanning, type, retouch, crop, image, thumbnail, theme, contact form, store, product photo, brochure, menu design, font, colour, highlight, recording, audio, interview, grammar, footnote`,
    hint: 'remote, revision, flat fee, per piece, deadline, style, budget, creative, online, per page',
  },
  HOME_HELP: {
    sure: `babysit, babysitter, babysitting, sitter, nanny, child care, childcare, au pair, pet sit, pet sitter, pet sitting, dog sitter, dog sitting, cat sitter, cat sitting, house sit, house sitter, house sitting, dog walker, dog walking, walk my dog, litter box,
      clean, cleaning, cleaner, house cleaning, deep clean, housekeeper, housekeeping, maid, laundry, ironing, tidy, tidying, organize closet, declutter, window washing, gutter, lawn, mow, mowing, yard, yard work, rake, raking, leaf, weed, weeding, mulch, hedge, prune, pruning, garden bed, gardening, landscaping, shovel, snow removal, snow,
      handyman, handy person, handyperson, repair, fix, leaky, faucet, toilet, drywall, plumbing, plumber, electrician, carpenter, paint a room, painting, paint, assemble, assembly, put together, ikea wardrobe, ikea, furniture assembly, hang a tv, mount tv, mount, shelf, shelves, curtain, elder care, elderly, caregiver, companion for, companion, senior care, house help, household help, water plant, plant watering, pressure wash, pool cleaning, fence`,
    likely: `kid, toddler, baby, infant, preschool, bedtime, playground, dog, cat, puppy, pet, bathroom, kitchen floor, oven, dish, vacuum, mop, dust, fold, grandmother, grandma, grandfather, father, mother, dementia, house, home, driveway, backyard, garden, tree, drill, screw, wall, room, bedroom, install, ceiling, door, light fixture, supplies, mail, overnight, away, vacation, key, references, background check, cpr`,
    hint: 'family, friendly, walk, weekly, hour, tool, flat, acre, evening, dinner',
  },
  OTHER: {
    sure: `research study, study participant, participant needed, participant, paid study, clinical trial, survey taker, questionnaire, focus group, irb, stand in line, wait in line, witness, notary, plus one, fake date, mystery shopper, find my lost, lost dog, lost cat, lost, blood plasma, plasma donor, egg donor, seat filler, sublet, roommate, carpool buddy, sign lease`,
    likely:
      'study on, adults 18, screening visit, gift card, compensation for your time, eligible, eligibility, reward, survey, in line, appointment, platonic, experiment, interview study, lab visit',
    hint: 'visit, cash, coffee on me, minute',
  },
};
