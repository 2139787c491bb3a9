/**
 * Holidays, holy days and months of remembrance, as calendars announce them by name alone. They count where they are all that a
 * title says, and no text is trained on them.
 */
export const OBSERVANCES = `rosh hashanah, yom kippur, sukkot, shemini atzeret, simchat torah, hanukkah, chanukah, tu bishvat, purim, passover,
  pesach, shavuot, tisha b'av, yom hashoah, lag baomer, ramadan, laylat al-qadr, eid al-fitr, eid al-adha, eid, islamic new year,
  hijri new year, ashura, mawlid, mawlid an-nabi, isra and mi'raj, arafat day, diwali, deepavali, navaratri, navratri, dussehra, vijayadashami,
  maha shivaratri, janmashtami, krishna janmashtami, ganesh chaturthi, raksha bandhan, holi, onam, pongal, makar sankranti, ram navami,
  rama navami, hanuman jayanti, ugadi, gudi padwa, vaisakhi, baisakhi, guru nanak jayanti, birthday of guru nanak,
  birthday of guru gobind singh, bandi chhor divas, mahavir jayanti, paryushana, vesak, vesak day, wesak, buddha day, bodhi day,
  buddha's birthday, parinirvana day, nirvana day, magha puja, asalha puja, losar, songkran, obon, theravada new year, mahayana new year,
  lunar new year, chinese new year, korean new year, seollal, tet, chuseok, qingming, nowruz, norooz, naw-ruz, ridvan, birth of the bab,
  birth of baha'u'llah, declaration of the bab, martyrdom of the bab, ascension of baha'u'llah, ayyam-i-ha, ash wednesday, palm sunday,
  maundy thursday, holy thursday, good friday, holy saturday, easter, easter sunday, easter monday, orthodox easter,
  orthodox good friday, ascension day, pentecost, whit monday, corpus christi, trinity sunday, feast of the assumption, assumption day,
  all saints' day, all souls' day, immaculate conception, feast of the immaculate conception, advent, advent sunday, first sunday of advent,
  st nicholas day, christmas, christmas eve, christmas day, orthodox christmas, boxing day, epiphany, three kings day, candlemas, lent,
  shrove tuesday, imbolc, ostara, beltane, litha, lammas, lughnasadh, mabon, samhain, yule, winter solstice, summer solstice,
  spring equinox, vernal equinox, autumn equinox, autumnal equinox, fall equinox, daylight saving time, daylight savings time,
  groundhog day, presidents' day, president's day, washington's birthday, labor day, labour day, memorial day, veterans day,
  remembrance day, columbus day, indigenous peoples' day, indigenous people's day, thanksgiving, thanksgiving day,
  canadian thanksgiving, new year's day, new year's eve, new year, martin luther king jr day, martin luther king day, mlk day, juneteenth,
  independence day, canada day, victoria day, civic holiday, family day, australia day, anzac day, waitangi day, king's birthday,
  bank holiday, bank holiday monday, st patrick's day, st david's day, st andrew's day, st george's day, bastille day, republic day,
  gandhi jayanti, mother's day, mothering sunday, father's day, grandparents day, cesar chavez day, patriots' day, kwanzaa,
  constitution day, international women's day, women's history month, black history month, hispanic heritage month,
  latinx heritage month, native american heritage month, aapi heritage month, asian american and pacific islander heritage month,
  asian pacific american heritage month, arab american heritage month, jewish american heritage month, lgbtq history month, pride month,
  disability pride month`;
