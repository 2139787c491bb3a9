import { isOfLexicon } from './read-topics.js';

/** Frequent words of other languages that students write, none of which is an English one. */
const FOREIGN = new Set(
  `
  el los las una unos que qué cual cuál cuando cuándo donde dónde como cómo hay esta este esto fin de semana hoy mañana noche
  para por con sin quiero busco puedo tengo algo gratis algún alguna eventos conciertos trabajo trabajos
  música comida gracias hola buenos buenas cerca dame muéstrame
  le les des du et est ce cette quoi quand où comment quels quelles quel quelle je cherche veux il y avec sans pour ce soir
  demain aujourd'hui aujourd hui gratuit gratuits gratuite événements bonjour merci salut y a-t-il
  der die das ein eine einen und ist sind was wann wo wie gibt es heute morgen abend wochenende ich suche möchte kostenlos
  veranstaltungen veranstaltung konzerte konzert danke hallo mit ohne für auf dem am im guten von zum zur vom kostet kosten samstag sonntag
  freitag montag dienstag mittwoch donnerstag nächste nächsten
  o os as um uma e é quando onde tem neste fim hoje amanhã noite quero procuro grátis obrigado obrigada olá
  il lo gli un e è che cosa quando dove ci sono questo questa sera oggi domani cerco voglio gratuito grazie ciao concerti
  eventi feste lavoro
  het een en wat wanneer waar zijn er dit deze vanavond morgen vandaag gratis ik zoek bedankt evenementen
  co gdzie kiedy jest są dzisiaj jutro wieczorem szukam chcę dziękuję cześć koncerty wydarzenia
  ne nerede ne zaman var mı bugün yarın akşam bu hafta sonu istiyorum teşekkürler merhaba etkinlik konser
  có gì hôm nay ngày mai tối ở đâu khi nào cuối tuần này không miễn phí cảm ơn
  ano ang saan kailan mayroon ngayon bukas gabi libre salamat
  `
    .split(/\s+/)
    .filter(Boolean),
);
/** Words of both: "die", "was", "a". They speak for neither. */
const ENGLISH = new Set(
  `the a an and or of to in on at for with is are am be was what when where who how which why any anything some something i my
  me you your we this that these those it there do does did can could would will show find want need looking near
  not no free today tonight tomorrow weekend week next events event gigs gig jobs job music please about from by`.split(
    /\s+/,
  ),
);

/** Whether a text is in another language than English. One of names alone counts as English. */
export function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const other = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  if (other > letters.length / 2) return true;
  if (/[¿¡]/.test(text)) return true;
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const english = words.filter((word) => ENGLISH.has(word) && !FOREIGN.has(word)).length;
  const foreign = words.filter((word) => FOREIGN.has(word) && !ENGLISH.has(word)).length;
  const isOne = words.length === 1 && !isOfLexicon(words[0]!);
  return foreign > english && (foreign > 1 || isOne) && foreign * 3 >= words.length;
}
