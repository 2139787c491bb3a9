/** Letters that Unicode does not part into a plain one and a mark, and what the search takes them for, as `fold_accents` does. */
const LETTERS =
  'ÐØðøĐđĦħıĸŁłŊŋŦŧƀƁƂƃƇƈƉƊƋƌƐƑƒƓƖƗƘƙƚƝƞƤƥƫƬƭƮƲƳƴƵƶǤǥȡȤȥȴȵȶȷȺȻȼȽȾȿɀɃɄɆɇɈɉɌɍɎɏɓɕɖɗɛɟɠɡɢɦ' +
  'ɧɨɪɫɬɭɱɲɳɴɼɽɾʀʂʈʉʋʏʐʑʙʛʜʝʟʠᴀᴃᴄᴅᴆᴇᴊᴋᴌᴍᴏᴘᴛᴜᴠᴡᴢᵬᵭᵮᵯᵰᵱᵲᵳᵴᵵᵶᵻᵽᵾᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶌᶍᶎᶏᶑᶒᶓᶖᶙẜẝỼỽỾỿ' +
  'ⱠⱡⱢⱣⱤⱥⱦⱧⱨⱩⱪⱫⱬⱮⱱⱲⱳⱴⱸⱺⱾⱿꜰꜱꝀꝁꝂꝃꝄꝅꝆꝇꝈꝉꝊꝋꝌꝍꝐꝑꝒꝓꝔꝕꝖꝗꝘꝙꝞꝟꝱꝲꝳꝴꝵꝶꝷꝹꝺꝻꝼꞆꞇꞐꞑꞒꞓꞠꞡꞢꞣꞤꞥꞦꞧꞨꞩꞪ';
const PLAIN =
  'DOdoDdHhiqLlNnTtbBBbCcDDDdEFfGIIKklNnPptTtTVYyZzGgdZzlntjACcLTszBUEeJjRrYybcddejggGh' +
  'hiIlllmnnNrrrRstuvYzzBGHjLqABCDDEJKLMOPTUVWZbdfmnprrstzIpUbdfgklmnprsvxzadeeiussVvYy' +
  'LlLPRatHhKkZzMvWwveoSZFSKkKkKkLlLlOoOoPpPpPpQqQqVvdlmnrRtDdFfTtNnCcGgKkNnRrSsH';
/** The same of ligatures and the like, each with its letters. */
const LIGATURES =
  'ÆAE ÞTH ßss æae þth ŒOE œoe ƕhv ƢOI ƣoi ȸdb ȹqp ɶOE ʣdz ʥdz ʦts ʪls ʫlz ᴁAE ᵫue ᵺth ẞSS ' +
  'ỺLL ỻll ꜲAA ꜳaa ꜴAO ꜵao ꜶAU ꜷau ꜸAV ꜹav ꜺAV ꜻav ꜼAY ꜽay ꝎOO ꝏoo ꝠVY ꝡvy ꝤTH ꝥth ꝦTH ꝧth';

const plain = new Map<string, string>([
  ...[...LETTERS].map((letter, index): [string, string] => [letter, PLAIN[index]!]),
  ...LIGATURES.split(' ').map((ligature): [string, string] => [ligature[0]!, ligature.slice(1)]),
]);
const marked = new RegExp(`[${[...plain.keys()].join('')}]`, 'g');

/** A text without accents, each letter a plain one. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(marked, (letter) => plain.get(letter)!);
}
