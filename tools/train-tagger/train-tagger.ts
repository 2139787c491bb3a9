import { writeFileSync } from 'node:fs';
import { LABELLED, TEXTS, trainedWeights, WEIGHTS_FILE } from './trained-weights.js';
import { trainingTexts } from './training-texts.js';
import { usualTags } from './usual-tags.js';

/** `npm run train-tagger`: writes the weights that the keyword tagger's model reads, and the tags of its texts. */
const texts = trainingTexts(TEXTS, LABELLED);
writeFileSync('src/tagging/lexicon/usual-tags.json', `${JSON.stringify(usualTags(texts), null, 2)}\n`);
writeFileSync(WEIGHTS_FILE, trainedWeights(texts));
