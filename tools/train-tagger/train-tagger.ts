import { writeFileSync } from 'node:fs';
import { trainedWeights, WEIGHTS_FILE } from './trained-weights.js';

/** `npm run train-tagger`: writes the weights that the keyword tagger's model reads. */
writeFileSync(WEIGHTS_FILE, trainedWeights());
