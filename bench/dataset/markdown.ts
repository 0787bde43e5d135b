/** Markdown of a given length that compresses about as well as what people write, the same in every run. */
import { PAGE_CHARACTERS } from './data-set.ts';

const WORDS =
  `the of and a to in is you that it for was on are as with they at be this have from or had by but what some we
  can out other were all there when up use your how said an each she which do their time if will way about many then
  them write would like so these her long make thing see him two has look more day could go come did number sound no
  most people my over know water than call first who may down side been now find any new work part take get place
  made live where after back little only round man year came show every good me give our under name very through
  just form sentence great think say help low line differ turn cause much mean before move right boy old too same
  tell does set three want air well also play small end put home read hand port large spell add even land here must
  meeting customer invoice release draft budget review roadmap onboarding decision owner deadline estimate`.split(
    /\s+/,
  );
const VARIANTS = 64;

const bodies = Array.from({ length: VARIANTS }, (_, seed) => body(seed + 1));

/** @returns 4 KB of text; another number gives another text */
export function markdown(revision: number): string {
  const heading = `# Revision ${revision}\n\n`;
  return (heading + bodies[revision % VARIANTS]).slice(0, PAGE_CHARACTERS);
}

function body(seed: number): string {
  const random = generator(seed);
  let text = '';
  while (text.length < PAGE_CHARACTERS) {
    if (random() < 0.08) text += `\n\n## ${word(random)} ${word(random)}\n\n`;
    else if (random() < 0.1) text += `\n- **${word(random)}** ${word(random)}`;
    else text += ` ${word(random)}`;
  }
  return text;
}

function word(random: () => number): string {
  return WORDS[Math.floor(random() * WORDS.length)] ?? '';
}

/** Marsaglia's xorshift with 32 bits (2003): enough to pick words. */
export function generator(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
