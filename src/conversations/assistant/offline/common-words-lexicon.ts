/** Common words that a question may have: right as they are, though no event has them and they are no topic. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  able about above actually add after again age ages agree ahead alone along already also although always amazing another
  answer anybody anymore anyone anyway anywhere apart apartment apply area around ask asked asking away baby back basic basically
  became because become been began behind believe below beside better between beyond bigger birthday block board body book
  books bored both bottom boyfriend break bring broke brother brought build building busy buying call called calm came card
  care careful cash catch cause celebrate center certain chance change cheap cheaper cheapest check chill choice choose city class clean
  clear close closer closest closed clothes club coffee cold college comfortable common complete completely confirm confusing consider
  contact cook cool corner correct cost could count country couple course crazy create current currently cute dance date dates
  dating daughter days deal decide deep different difficult dinner does doing done door dorm double down downtown drink drive
  drunk during each early easy eating either else email empty ending ends english enjoy enough enter entire especially even
  evening ever every everybody everyone exactly explain example except exciting expect expensive explain extra face fact fall family
  famous fancy fast favorite feel feeling felt female field figure fill final finally finals find fine finish first fits
  five floor follow following food foot forget form forward found four free freshman friend friendly friends from front full
  fully funny further future game games gave general getting gentle girl girlfriend give given giving glad goes going gone good
  grad grade great group groups grow guess guest guys half hand hang happen happened happens happy hard hardly hate have having
  head hear heard heart held hello help helpful here high hold home honest honestly hope host hour hours house however huge
  hundred hungry hurry idea important inside instead interest interested interesting into invite inside issue itself join joke
  just keep kids kill kind kinds knew know known large largest last late lately later latest laugh lead leader learn least lesson
  leave left less light like liked likely limit line link list listed listen little live lives living local location lonely
  long longer look looking lose lost lots love lovely lower lucky lunch made main major make makes making male many maybe mean
  means meant meet meeting member mention might mind mine minute minutes miss missed moment money month months mood more
  morning most mother move movie much must myself name named near nearby nearest need needed needs neither never next nice
  night nobody none noon normal nothing notice number often okay older once ones online only open opening opens option
  options order other others outdoor outdoors outside over overnight owner page paid parent parents park parking part parties
  partner party past pays people perfect perhaps person phone pick picture piece place places plan planning plans play player
  playing please plenty plus point poor popular possible post power prefer presentation pretty price prices private probably
  problem production project public pull pull push quick quickly quiet quite random rather read reading ready real really reason recent
  recommend register registration regular relax relaxing remember remind reply required rest result results right romantic
  room rooms roommate roommates rule safe said same save saved saying schedule school search season seat seats second seem seen
  semester senior serious serve session several share shop short should show shows sick side sign signup similar simple since single
  sister sit situation size skip sleep small smart soft some somebody somehow someone something sometimes somewhere soon sorry
  sort sound sounds space speak special specific spend spot stand staff start started starting starts stay still stop store
  straight strange street student students study studying stuff stupid such suggest suggestions super supper sure take taken
  takes taking talk team tell than thank thanks that them then there these they thing things think this those though thought
  three through time times together told took total touch tough toward town train travel tried trip true trying turn
  type under understand unless until upon useful user using usual usually very visit wait waiting walk walking want wanted
  wants warm watch watching water weather week weekday weekdays weekend weird well went were what whatever when whenever where
  wherever whether which while whole whom whose wide will window wish with within without wonder wondering wont word words
  work working workshop world worry worse worst worth would write wrong year years yesterday young younger your yours
  failing flunking struggling involve rainy cheapest
  absolutely apparently awful awkward bad barely basic bought clearly decent definitely die drop easily eventually extremely fail
  fix flat former gonna gross hopefully hurt immediately legit literally mainly mess messy mostly nasty nearly obvious obviously
  proper guided low recently rough sad slow slowly solid stuck suddenly supposedly terrible throw totally trouble ugly use worn
  crashing dropping dying falling forgetting getting killing losing using
  loud noisy crowded boring beforehand advance
  users script alert stuff bucks dollars dollar weather wifi password passwords system prompt instruction instructions ignore previous print
  admin secret email emails drop table tables select delete update insert union
  `
    .split(/\s+/)
    .filter(Boolean),
);
